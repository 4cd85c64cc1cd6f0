using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Tests.Targets.Started;

public sealed class ServerProcessTests : IDisposable
{
    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task A_killed_owner_leaves_no_server_behind()
    {
        SkipOnWindows();
        // The owner holds the other end of the server's pipe, and is killed while it waits for a line that never comes.
        const string owner = "mkfifo pipe; /bin/sh -c \"$1\" sh /bin/sleep 60 <pipe >/dev/null 2>&1 & echo $!; exec 9>pipe; read -r _";
        using var process = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", owner, "owner", ServerStartInfo.Wrapper])
        {
            WorkingDirectory = _data.Path,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        var server = int.Parse((await process.StandardOutput.ReadLineAsync(Ct))!);
        await Poll.UntilAsync(() => CommandOf(server).EndsWith("sleep", StringComparison.Ordinal));

        process.Kill();
        await process.WaitForExitAsync(Ct);

        await Poll.UntilAsync(() => ProcessIdentity.Of(server) is null);
    }

    [Fact]
    public async Task A_server_that_ends_by_itself_takes_its_watcher_along()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && SearchPath.Find("setsid") is not null, "The test creates a session with setsid and reads it from /proc.");
        await using var server = await StartRedisAsync();
        var session = server.ProcessId;
        SessionMembers(session).Count.ShouldBe(2);

        Process.GetProcessById(server.ProcessId).Kill();

        await Poll.UntilAsync(() => SessionMembers(session).Count == 0);
        server.HasExited.ShouldBeTrue();
        server.CpuTime.ShouldBeNull();
        server.EndReason.ToText().ShouldNotBeNull().ShouldStartWith("Its process ended with exit code 137; its last lines: ");
    }

    [Fact]
    public async Task Stopping_it_leaves_neither_process_nor_folder()
    {
        var server = await StartRedisAsync();
        server.CpuTime.ShouldNotBeNull();
        server.ResidentMemory.ShouldNotBeNull().ShouldBeGreaterThan(1_000_000);
        var processId = server.ProcessId;

        await server.DisposeAsync();

        ProcessIdentity.Of(processId).ShouldBeNull();
        Directory.EnumerateFileSystemEntries(_data.Servers).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_server_of_a_running_owner_is_not_changed()
    {
        await using var server = await StartRedisAsync();

        TargetCatalogue.RemoveLeftovers(_data.Path);

        Directory.Exists(server.Folder).ShouldBeTrue();
        server.HasExited.ShouldBeFalse();
    }

    [Fact]
    public void Without_any_server_folder_there_is_nothing_left_over() => TargetCatalogue.RemoveLeftovers(Path.Combine(_data.Path, "new"));

    [Fact]
    public async Task A_left_over_server_is_killed_and_its_folder_removed()
    {
        SkipOnWindows();
        using var leftOver = Process.Start("/bin/sleep", "60");
        var folder = Record("local-1", leftOver.Id, ProcessIdentity.Of(leftOver.Id));

        TargetCatalogue.RemoveLeftovers(_data.Path);

        await leftOver.WaitForExitAsync(Ct);
        leftOver.ExitCode.ShouldBe(137);
        Directory.Exists(folder).ShouldBeFalse();
    }

    [Fact]
    public void A_later_process_of_the_same_number_is_not_killed()
    {
        SkipOnWindows();
        using var innocent = Process.Start("/bin/sleep", "60");
        var folder = Record("local-1", innocent.Id, "another start");

        TargetCatalogue.RemoveLeftovers(_data.Path);

        innocent.HasExited.ShouldBeFalse();
        innocent.Kill();
        Directory.Exists(folder).ShouldBeFalse();
    }

    [Fact]
    public void A_folder_without_a_record_is_kept_for_a_minute()
    {
        var young = Directory.CreateDirectory(Path.Combine(_data.Servers, "local-1")).FullName;

        TargetCatalogue.RemoveLeftovers(_data.Path);

        Directory.Exists(young).ShouldBeTrue();
    }

    [Fact]
    public async Task One_that_ends_at_once_is_quoted()
    {
        var program = new ServerProgram(InstalledRedis(), _ => ["--no-such-option", "1"]);

        var exception = await Should.ThrowAsync<TargetException>(() => ServerProcess.StartAsync(program, "mine", _data.Path, Ct));

        exception.Reason.ToText().ShouldStartWith("The server of target 'mine' did not start. Its process ended with exit code 1; its last lines: ");
        exception.Reason.ToText().ShouldContain("Bad directive");
        Directory.EnumerateFileSystemEntries(_data.Servers).ShouldBeEmpty();
    }

    [Fact]
    public async Task One_that_never_answers_is_given_up()
    {
        SkipOnWindows();
        var program = new ServerProgram("/bin/sleep", _ => ["60"]);

        var exception =
            await Should.ThrowAsync<TargetException>(() => ServerProcess.StartAsync(program, "mine", _data.Path, TimeSpan.FromSeconds(0.5), Ct));

        exception.Reason.ToText().ShouldBe("The server of target 'mine' did not reply within 0.5 seconds.");
        Directory.EnumerateFileSystemEntries(_data.Servers).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_missing_program_has_a_reason()
    {
        var exception = await Should.ThrowAsync<TargetException>(
            () => ServerProcess.StartAsync(new ServerProgram("/nowhere/redis-server", _ => []), "mine", _data.Path, Ct));

        exception.Reason.ToText().ShouldContain("/nowhere/redis-server");
    }

    [Fact]
    public async Task A_data_folder_that_is_a_file_has_a_reason()
    {
        var file = Path.Combine(_data.Path, "file");
        await File.WriteAllTextAsync(file, "", Ct);

        var exception =
            await Should.ThrowAsync<TargetException>(() => ServerProcess.StartAsync(new ServerProgram("/bin/sleep", _ => []), "mine", file, Ct));

        exception.Reason.ToText().ShouldStartWith("The folder for the files of a started server cannot be used: ");
    }

    [Fact]
    public async Task A_port_in_use_is_replaced()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var ports = new List<int>();
        var program = new ServerProgram(InstalledRedis(), port =>
        {
            ports.Add(port);
            return ServerFamily.RedisArguments(ports.Count == 1 ? ((IPEndPoint)taken.LocalEndpoint).Port : port);
        });

        await using var server = await ServerProcess.StartAsync(program, "mine", _data.Path, Ct);

        ports.Count.ShouldBe(2);
        server.EndPoint.Port.ShouldBe(ports[1]);
    }

    [Fact]
    public async Task A_server_that_took_the_port_during_a_slow_start_is_not_accepted()
    {
        SkipOnWindows();
        await using var other = await StartRedisAsync();
        var ports = new List<int>();
        var program = new ServerProgram("/bin/sh", port =>
        {
            ports.Add(port);
            var (delay, used) = ports.Count == 1 ? (2, other.EndPoint.Port) : (0, port);
            return ["-c", $"sleep {delay}; exec \"$@\"", "sh", InstalledRedis(), .. ServerFamily.RedisArguments(used)];
        });

        await using var server = await ServerProcess.StartAsync(program, "mine", _data.Path, Ct);

        ports.Count.ShouldBe(2);
        server.EndPoint.Port.ShouldBe(ports[1]);
    }

    [Fact]
    public async Task A_server_that_does_not_report_that_it_is_ready_is_accepted_at_the_limit()
    {
        var program = new ServerProgram(InstalledRedis(), port => [.. ServerFamily.RedisArguments(port), "--loglevel", "warning"]);

        await using var server = await ServerProcess.StartAsync(program, "mine", _data.Path, TimeSpan.FromSeconds(3), Ct);

        server.HasExited.ShouldBeFalse();
    }

    [Fact]
    public async Task Giving_up_a_start_leaves_nothing_behind()
    {
        using var giveUp = new CancellationTokenSource(TimeSpan.FromMilliseconds(200));

        await Should.ThrowAsync<OperationCanceledException>(
            () => ServerProcess.StartAsync(new ServerProgram("/bin/sleep", _ => ["60"]), "mine", _data.Path, giveUp.Token));

        Directory.EnumerateFileSystemEntries(_data.Servers).ShouldBeEmpty();
    }

    private static void SkipOnWindows() =>
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The test requires a program that sleeps, and the watcher, which is a shell script.");

    private static string InstalledRedis()
    {
        var redis = SearchPath.Find("redis-server");
        Assert.SkipUnless(redis is not null, "redis-server is not installed here.");
        return redis;
    }

    private Task<ServerProcess> StartRedisAsync() =>
        ServerProcess.StartAsync(new ServerProgram(InstalledRedis(), ServerFamily.RedisArguments), "mine", _data.Path, Ct);

    private string Record(string name, int processId, string? started)
    {
        var folder = Directory.CreateDirectory(Path.Combine(_data.Servers, name)).FullName;
        File.WriteAllText(Path.Combine(folder, "server.json"),
            JsonSerializer.Serialize(new { ProcessId = processId, Started = started, OwnerId = 1, OwnerStarted = "gone" }));
        return folder;
    }

    private static string CommandOf(int processId)
    {
        var file = $"/proc/{processId}/cmdline";
        return File.Exists(file) ? File.ReadAllText(file).Split('\0')[0] : "";
    }

    private static List<string> SessionMembers(int session) =>
        [.. Directory.EnumerateDirectories("/proc").Where(d => char.IsAsciiDigit(Path.GetFileName(d)[0])).Where(d => SessionOf(d) == session)];

    private static int SessionOf(string process)
    {
        try
        {
            var stat = File.ReadAllText(Path.Combine(process, "stat"));
            var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            return fields[0] == "Z" ? 0 : int.Parse(fields[3]);
        }
        catch (IOException)
        {
            return 0;
        }
    }
}
