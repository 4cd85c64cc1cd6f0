using System.Net;
using System.Net.Sockets;
using Microsoft.Data.Sqlite;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Programs;

/// <summary>Starts of the real program: the text in the terminal.</summary>
public sealed class StartupTests : IDisposable
{
    private const string FreePort = "http://127.0.0.1:0";

    private readonly DataFolder _folder = new(isEmpty: true);

    public static TheoryData<string, string, string> WrongSettings => new()
    {
        { "RedisPerf__QueueLimit", "many", "RedisPerf__QueueLimit must be a whole number from 1 to 10000." },
        { "RedisPerf__QueueLimit", "0", "RedisPerf__QueueLimit must be a whole number from 1 to 10000." },
        { "RedisPerf__KeepJobs", "a year", "RedisPerf__KeepJobs must be a whole number of days from 0 (keeps all jobs) to 36500." },
        { "RedisPerf__KeepJobs", "-1", "RedisPerf__KeepJobs must be a whole number of days from 0 (keeps all jobs) to 36500." },
        { "RedisPerf__Webhook", "ftp://robot:secret@hooks.example/",
            "RedisPerf__Webhook must be an absolute http or https address, such as https://alerts.example/redisperf." },
        { "RedisPerf__Pin", "0/0",
            "RedisPerf__Pin must be auto, off, or the cores of the servers and of the worker without a common core, as in 0-1/2-3, not \"0/0\"." },
        { "RedisPerf__Ledger", "Host=db;Password=secret", "The connection string of the ledger must have Host and Database. "
            + "An example: Host=db.example;Database=redisperf;Username=redisperf;Password=…" },
        { "RedisPerf__Ledger", "postgres",
            "The connection string of the ledger is invalid. An example: Host=db.example;Database=redisperf;Username=redisperf;Password=…" },
        { "RedisPerf__Ledger", "Host=127.0.0.1;Port=1;Database=history;Password=secret",
            "The ledger \"history\" on 127.0.0.1:1 cannot be reached (Connection refused). "
                + "Start the PostgreSQL server, or correct RedisPerf__Ledger." },
        { "RedisPerf__LedgerPassword", "secret", "RedisPerf__LedgerUser, RedisPerf__LedgerPassword and RedisPerf__LedgerPasswordFile "
            + "require a PostgreSQL database in RedisPerf__Ledger." },
        { "RedisPerf__Targets__0__Connection", "127.0.0.1:1,password=secret",
            "The configured target number 1 has no name; set RedisPerf:Targets:0:Name." },
        { "RedisPerf__Targets__0__Name", "embedded", "The configured target name 'embedded' is reserved by RedisPerf; choose another name." },
        { "RedisPerf__Targets__0__Pasword", "secret", "Unknown setting RedisPerf:Targets:0:Pasword. A configured target has the settings Name, "
            + "Connection, User, Password, PasswordFile, ClientCertificate, ClientCertificateKey, ClientCertificatePasswordFile, Authority." },
        { "RedisPerf__Servers__0__Path", "/bin/sh", "The configured server number 1 has no name; set RedisPerf:Servers:0:Name." },
        { "RedisPerf__Servers__0__Arguments", "--port 1", "Unknown setting RedisPerf:Servers:0:Arguments. "
            + "A configured server has the settings Name, Path; a job sets those of the server itself." },
        { "RedisPerf__Servers__0__Name", "old",
            "The configured server 'old' cannot be used. It has no path of a program. Correct RedisPerf:Servers:0:Path." },
        { "RedisPerf__Servers", "redis-server", "RedisPerf__Servers is a list. Number its entries, from RedisPerf__Servers__0." },
        { "RedisPerf__Images__docker-redis", "", "RedisPerf__Images__docker-redis must be the name of an image, such as redis:7.4." },
        { "RedisPerf__Images__redis", "redis:8.6",
            "Unknown setting RedisPerf__Images__redis. The container targets are docker-redis, docker-redis-8, "
                + "docker-valkey, docker-keydb, docker-dragonfly, docker-garnet." },
        { "RedisPerf__Images", "redis:8.6", "RedisPerf__Images has one image for each container target, as in RedisPerf__Images__docker-redis." },
        { "ASPNETCORE_URLS", "nonsense", "\"nonsense\" is not a valid address. An example: --urls http://localhost:5081." },
        { "ASPNETCORE_URLS", "http://localhost:0", "Port 0 (any free port) requires an IP address: --urls http://127.0.0.1:0." },
        { "ASPNETCORE_URLS", "https://127.0.0.1:0", "https://127.0.0.1:0 needs a certificate: set Kestrel__Certificates__Default__Path, with "
            + "…__Password for a file of PKCS #12 or …__KeyPath for a PEM file. Without one, use http:// and a reverse proxy that ends TLS." },
        { "ASPNETCORE_URLS", "http://127.0.0.1:0/redisperf", "\"http://127.0.0.1:0/redisperf\" has a path, and RedisPerf listens on a host and a "
            + "port. Remove the path; if users reach RedisPerf below it, set RedisPerf__PathBase=/redisperf." },
        { "ASPNETCORE_URLS", "http://127.0.0.1:65536", "\"http://127.0.0.1:65536\" has the port 65536. A port is a number from 0 to 65535." },
        { "Kestrel__Endpoints__Http__Port", "5080",
            "\"\" is not a valid address (Kestrel__Endpoints__Http__Url). An example: --urls http://localhost:5081." },
        { "Logging__LogLevel__Default", "Loud",
            "Logging__LogLevel__Default must be one of Trace, Debug, Information, Warning, Error, Critical, None." },
        { "AllowedHosts", "https://bench.example.com", "AllowedHosts must have host names without scheme, port or path, with semicolons between "
            + "them, as in localhost;127.0.0.1;[::1];bench.example.com. * allows every name." },
        { "RedisPerf__TrustedProxies", "10.0.0.1", "RedisPerf__TrustedProxies is a list. Number its entries, from RedisPerf__TrustedProxies__0." },
        { "RedisPerf__TrustedProxies__0", "proxy", "RedisPerf__TrustedProxies__0 must be an IP address or a network such as 10.0.0.0/8." },
        { "RedisPerf__PathBase", "redisperf", "RedisPerf__PathBase must be a path of letters, digits, dots, dashes, underscores and tildes that "
            + "starts with /, such as /redisperf." },
        { "RedisPerf__PathBase", "/jobs/redisperf", "RedisPerf__PathBase must not start with /jobs, which is a path of RedisPerf itself." },
        { "RedisPerf__AccessToken", "secret-secret-secret\nsecret",
            "RedisPerf__AccessToken must have printable ASCII characters only: a header carries no others." },
        { "RedisPerf__AccessToken", "secret-secret-sécret",
            "RedisPerf__AccessToken must have printable ASCII characters only: a header carries no others." },
        { "RedisPerf__AccessToken", " \n",
            "RedisPerf__AccessToken must have at least 16 characters, for example the output of: openssl rand -hex 32" },
        { "RedisPerf__AccessTokenFile", "/nowhere/token",
            "The file of the setting RedisPerf__AccessTokenFile does not exist." },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(WrongSettings))]
    public async Task A_wrong_setting_is_one_line(string name, string value, string line) =>
        (await TroubleAsync((name, value))).ShouldBe(line);

    [Theory]
    [InlineData("--port 5081",
        "Unknown argument \"--port\". Valid options: --urls, --environment, --config, and settings such as --RedisPerf:Data. See --help.")]
    [InlineData("--urls=http://127.0.0.1:0 5081",
        "Unknown argument \"5081\". Valid options: --urls, --environment, --config, and settings such as --RedisPerf:Data. See --help.")]
    [InlineData("--redisperf:Dta=secret --urls", "--urls needs a value.")]
    public async Task A_wrong_argument_is_one_line(string arguments, string line) =>
        (await TroubleAsync(arguments.Split(' '))).ShouldBe(line);

    [Theory]
    [InlineData("--urls http://127.0.0.1:0 --Logging:LogLevel:Default Warning --RedisPerf:QueueLimit=0",
        "RedisPerf__QueueLimit must be a whole number from 1 to 10000.")]
    [InlineData("--detailedErrors true --RedisPerf:QueueLimit=0", "RedisPerf__QueueLimit must be a whole number from 1 to 10000.")]
    [InlineData("--redisperf:QueueLimit 0 /urls http://127.0.0.1:0", "RedisPerf__QueueLimit must be a whole number from 1 to 10000.")]
    public async Task An_argument_is_a_setting(string arguments, string line) =>
        (await TroubleAsync(arguments.Split(' '))).ShouldBe(line);

    [Fact]
    public async Task An_unknown_setting_is_one_line() =>
        (await TroubleAsync(("RedisPerf__AcessToken", "secret")))
            .ShouldStartWith("Unknown setting RedisPerf__AcessToken. Valid settings: RedisPerf__Data, RedisPerf__Ledger, ");

    [Theory]
    [InlineData("--help")]
    [InlineData("-h")]
    [InlineData("--urls http://127.0.0.1:0 --help")]
    public async Task Help_lists_the_options_and_starts_nothing(string arguments)
    {
        await using var program = ProgramProcess.Start(arguments.Split(' '), ("RedisPerf__Data", _folder.Path));

        var (exitCode, output, errors) = await program.EndAsync();

        (exitCode, errors).ShouldBe((0, ""));
        output.ShouldContain(line => line.Contains("--urls <addresses>"));
        Directory.EnumerateFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_certificate_that_cannot_be_read_is_one_line()
    {
        var file = Path.Combine(_folder.Path, "bench.pfx");
        (string, string)[] settings = [("ASPNETCORE_URLS", "https://127.0.0.1:0"), ("Kestrel__Certificates__Default__Path", file),
            ("Kestrel__Certificates__Default__Password", "secret")];

        (await TroubleAsync(settings)).ShouldBe($"The file of Kestrel__Certificates__Default__Path cannot be read: {file} (FileNotFoundException).");

        await File.WriteAllTextAsync(file, "no certificate", Ct);
        (await TroubleAsync(settings)).ShouldEndWith($"Check Kestrel__Certificates__Default__Path ({file}) and the password.");
    }

    [Theory]
    [InlineData("""{ "RedisPerf": { "AccessToken": "secret-secret-secret" "Node": "a" } }""", "It is not valid JSON: line 1, byte 56.")]
    [InlineData("[]", "Top-level JSON element must be an object. Instead, 'Array' was found.")]
    public async Task A_damaged_file_of_settings_is_one_line(string json, string detail)
    {
        var file = Path.Combine(_folder.Path, "bench.json");
        await File.WriteAllTextAsync(file, json, Ct);

        (await TroubleAsync(["--config", file])).ShouldBe($"Failed to load configuration from file '{file}'. {detail}");
        (await TroubleAsync(["--config", $"{file}.old"])).ShouldBe($"--config names a file that does not exist: {file}.old.");
    }

    /// <summary>A user starts the published program in the folder of another ASP.NET project.</summary>
    [Fact]
    public async Task The_files_of_another_project_in_the_current_folder_are_not_read()
    {
        Signals.SkipWhereInterruptsAreIgnored();
        const string Foreign = """
            { "AllowedHosts": "*", "Urls": "http://127.0.0.1:1", "Kestrel": { "Endpoints": { "Http": { "Url": "http://127.0.0.1:1" } } },
              "Logging": { "LogLevel": { "Default": "Trace" } }, "RedisPerf": { "Unknown": "setting" } }
            """;
        foreach (var name in (string[])["appsettings.json", "appsettings.Production.json", "appsettings.Development.json"])
        {
            await File.WriteAllTextAsync(Path.Combine(_folder.Path, name), Foreign, Ct);
        }

        foreach (var environment in (string[])["Production", "Development"])
        {
            await using var program = ProgramProcess.StartIn(_folder.Path, [], ("RedisPerf__Data", Path.Combine(_folder.Path, "data")),
                ("ASPNETCORE_URLS", FreePort), ("ASPNETCORE_ENVIRONMENT", environment), ("ASPNETCORE_HOSTINGSTARTUPASSEMBLIES", "Foreign.Startup"),
                ("ASPNETCORE_FORWARDEDHEADERS_ENABLED", "true"), ("CONFIG", "/nowhere.json"));
            using var client = await program.ConnectAsync();
            using var request = new HttpRequestMessage(HttpMethod.Get, "/jobs") { Headers = { Host = "evil.example" } };
            using var forwarded = new HttpRequestMessage(HttpMethod.Get, "/openapi/v1.json") { Headers = { { "X-Forwarded-Host", "evil.example" } } };

            (await client.SendAsync(request, Ct)).StatusCode.ShouldBe(HttpStatusCode.BadRequest);
            (await (await client.SendAsync(forwarded, Ct)).Content.ReadAsStringAsync(Ct)).ShouldNotContain("evil.example");

            var (exitCode, _, errors) = await program.InterruptAsync();
            exitCode.ShouldBe(0);
            errors.ShouldContain($"{Path.Combine(_folder.Path, "appsettings.json")} is not read. To use it, add --config appsettings.json.\n");
            errors.ShouldNotContain("trce:");
        }
    }

    [Fact]
    public async Task A_named_file_of_settings_is_read_and_shown_and_variables_and_arguments_replace_it()
    {
        Signals.SkipWhereInterruptsAreIgnored();
        var file = Path.Combine(_folder.Path, "bench.json");
        await File.WriteAllTextAsync(
            file, """{ "Urls": "http://127.0.0.1:1", "AllowedHosts": "bench.example", "RedisPerf": { "Node": "file", "QueueLimit": "0" } }""", Ct);
        await using var program = ProgramProcess.StartIn(_folder.Path, ["--config=bench.json", "--RedisPerf:QueueLimit", "7"],
            ("RedisPerf__Data", Path.Combine(_folder.Path, "data")), ("ASPNETCORE_URLS", FreePort), ("RedisPerf__Node", "variable"));
        using var client = await program.ConnectAsync();
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/nodes") { Headers = { Host = "bench.example" } };

        (await (await client.SendAsync(request, Ct)).Content.ReadAsStringAsync(Ct)).ShouldContain("\"name\":\"variable\"");

        var (_, _, errors) = await program.InterruptAsync();
        errors.ShouldBe($"Settings are read from {file}.\n");
    }

    [Fact]
    public async Task Two_targets_of_one_name_are_one_line() =>
        (await TroubleAsync(
            ("RedisPerf__Targets__0__Name", "mine"),
            ("RedisPerf__Targets__0__Connection", "127.0.0.1:1"),
            ("RedisPerf__Targets__1__Name", "MINE"),
            ("RedisPerf__Targets__1__Connection", "127.0.0.1:2"))).ShouldBe("Another target is named 'MINE'; give each target its own name.");

    [Fact]
    public async Task A_port_that_is_taken_is_one_line()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var address = $"http://127.0.0.1:{((IPEndPoint)taken.LocalEndpoint).Port}";

        (await TroubleAsync(("ASPNETCORE_URLS", address))).ShouldBe(
            $"Failed to bind to address {address}: address already in use. Another program "
                + "uses this address. Choose another one, for example --urls http://localhost:5081.");
    }

    [Fact]
    public async Task A_data_folder_that_cannot_be_written_is_one_line()
    {
        var file = Path.Combine(_folder.Path, "file");
        await File.WriteAllTextAsync(file, "", Ct);

        (await TroubleAsync(("RedisPerf__Data", Path.Combine(file, "below"))))
            .ShouldStartWith($"The data folder {Path.Combine(file, "below")} cannot be written (");
    }

    [Fact]
    public async Task A_ledger_that_another_instance_uses_is_one_line()
    {
        await using var host = WebHost.StartOn(_folder);

        (await TroubleAsync()).ShouldBe(
            $"Another RedisPerf uses the data folder {_folder.Path}. Stop it, or give this one its own folder with RedisPerf__Data.");
    }

    [Fact]
    public async Task A_ledger_of_a_newer_version_is_one_line()
    {
        await using (var connection = new SqliteConnection($"Data Source={Path.Combine(_folder.Path, "ledger.db")};Pooling=False"))
        {
            await connection.OpenAsync(Ct);
            await using var command = connection.CreateCommand();
            command.CommandText = "PRAGMA user_version = 99";
            await command.ExecuteNonQueryAsync(Ct);
        }

        (await TroubleAsync()).ShouldStartWith($"The ledger in {_folder.Path} has version 99, and this RedisPerf supports versions up to ");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_successful_start_prints_one_line_with_the_requested_address(bool byArgument)
    {
        Signals.SkipWhereInterruptsAreIgnored();
        await using var program = byArgument
            ? ProgramProcess.Start(["--urls", FreePort], ("RedisPerf__Data", _folder.Path))
            : ProgramProcess.Start([], ("RedisPerf__Data", _folder.Path), ("ASPNETCORE_URLS", FreePort));
        var address = await program.AddressAsync();
        using var client = new HttpClient();
        (await client.GetAsync($"{address}/health/ready", Ct)).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await client.GetAsync($"{address}/css/site.css", Ct)).Content.Headers.ContentType!.MediaType.ShouldBe("text/css");

        var (exitCode, output, errors) = await program.InterruptAsync();

        exitCode.ShouldBe(0);
        output.ShouldBe([$"RedisPerf is at {address}; press Ctrl+C to stop."]);
        errors.ShouldBeEmpty();
    }

    private Task<string> TroubleAsync(params (string Name, string Value)[] settings) => TroubleAsync([], settings);

    private async Task<string> TroubleAsync(string[] arguments, params (string Name, string Value)[] settings)
    {
        await using var program = ProgramProcess.Start(arguments, [("RedisPerf__Data", _folder.Path), ("ASPNETCORE_URLS", FreePort), .. settings]);

        var (exitCode, output, errors) = await program.EndAsync();

        output.ShouldBeEmpty();
        exitCode.ShouldBe(1, errors);
        errors.ShouldNotContain("secret");
        return errors.TrimEnd('\n').ShouldNotContainNewLine();
    }
}
