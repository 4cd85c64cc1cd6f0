using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Targets;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Tests.Targets;

/// <summary>Targets that are added, replaced and deleted on the page and by the API.</summary>
public sealed class TargetEditingTests(TargetEditingTests.EditingHost shared) : IClassFixture<TargetEditingTests.EditingHost>
{
    private const string Secret = "hush-hush";

    private static readonly (string, string) Allowed = ("RedisPerf:AllowTargetEditing", "true");

    [Fact]
    public async Task Without_the_setting_the_page_and_the_API_describe_how_to_allow_it()
    {
        await using var host = WebHost.Start();

        var page = await host.PageAsync("/targets");
        page.QuerySelector("[data-editing-off]")!.TextContent.ShouldContain("RedisPerf__AllowTargetEditing=true");
        page.QuerySelector(".add-target").ShouldBeNull();
        foreach (var answer in new[]
        {
            await host.Client.PostAsJsonAsync("/api/targets", new { name = "staging", connection = "127.0.0.1:1" }, Ct),
            await host.Client.PutAsJsonAsync("/api/targets/staging", new { connection = "127.0.0.1:1" }, Ct),
            await host.Client.DeleteAsync("/api/targets/staging", Ct),
        })
        {
            answer.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
            (await answer.Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("detail")!.ShouldContain("RedisPerf__AllowTargetEditing=true");
            answer.Dispose();
        }

        using var posted = await PostAsync(host, page, "Add", ("name", "staging"), ("connection", "127.0.0.1:1"));
        posted.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
        (await NamesAsync(host)).ShouldNotContain("staging");
    }

    [Theory]
    [InlineData("127.0.0.1:1", " --target 127.0.0.1:1", null)]
    [InlineData($"127.0.0.1:1,password={Secret}", " --target staging", "The command needs the connection string of staging in its configuration: "
        + "set RedisPerf__Targets__0__Name and RedisPerf__Targets__0__Connection.")]
    public async Task The_copied_command_has_the_address_of_an_added_target_or_a_note(string connection, string target, string? note)
    {
        var host = shared.Host;
        (await host.Client.PostAsJsonAsync("/api/targets", new { name = "staging", connection }, Ct)).EnsureSuccessStatusCode().Dispose();

        var estimate = await host.GetAsync("/?handler=Estimate&benchmark=insert&strategies=batch&targets=staging");
        estimate.Text("command")!.ShouldEndWith(target);
        estimate.Text("commandNote").ShouldBe(note);
        estimate.Text("curl")!.ShouldContain("\"targets\":[\"staging\"]");

        var shown = (await host.PageAsync("/?benchmark=insert&targets=staging")).QuerySelector("[data-command-note]")!;
        shown.TextContent.ShouldBe(note ?? "");
        shown.HasAttribute("hidden").ShouldBe(note is null);
        (await host.Client.DeleteAsync("/api/targets/staging", Ct)).EnsureSuccessStatusCode().Dispose();
    }

    [Fact]
    public async Task A_target_is_added_on_the_page_kept_encrypted_and_deleted()
    {
        using var folder = new DataFolder();
        await using (var host = WebHost.StartOn(folder, Allowed))
        {
            using var added =
                await PostAsync(host, await host.PageAsync("/targets"), "Add", ("name", "staging"), ("connection", $"127.0.0.1:1,password={Secret}"));
            added.RequestMessage!.RequestUri!.ToString().ShouldEndWith("/targets#staging");
            await ShouldShowAsync(host, "127.0.0.1:1");
            var stored = (await host.Services.GetRequiredService<TargetLedger>().ListAsync(Ct)).ShouldHaveSingleItem();
            stored.Connection.ShouldNotContain(Secret);
            stored.Connection.ShouldNotContain("127.0.0.1");
        }

        await using (var host = WebHost.StartOn(folder, Allowed))
        {
            await ShouldShowAsync(host, "127.0.0.1:1");
            using var replaced = await PostAsync(
                host, await host.PageAsync("/targets"), "Replace", ("name", "staging"), ("connection", $"127.0.0.1:2,password={Secret}"));
            await ShouldShowAsync(host, "127.0.0.1:2");
            host.Log.ShouldNotContain(Secret);

            using var deleted = await PostAsync(host, await host.PageAsync("/targets"), "Delete", ("name", "staging"));
            deleted.RequestMessage!.RequestUri!.ToString().ShouldEndWith("/targets");
            (await NamesAsync(host)).ShouldNotContain("staging");
        }
    }

    [Fact]
    public async Task A_target_with_a_separate_password_is_used_after_a_restart_and_never_shown()
    {
        const string password = $"{Secret},a=b%2C";
        await using var redis = await RedisServer.StartAsync();
        await using var connection = await global::StackExchange.Redis.ConnectionMultiplexer.ConnectAsync($"{redis.Address},allowAdmin=true");
        await connection.GetServer(redis.Address).ConfigSetAsync("requirepass", password);
        using var folder = new DataFolder();
        await using (var host = WebHost.StartOn(folder, Allowed))
        {
            using var added = await PostAsync(
                host, await host.PageAsync("/targets"), "Add", ("name", "staging"), ("connection", redis.Address), ("password", password));
            added.RequestMessage!.RequestUri!.ToString().ShouldEndWith("/targets#staging");
            var other = new { name = "other", connection = redis.Address, user = "default", password };
            (await host.Client.PostAsJsonAsync("/api/targets", other, Ct)).EnsureSuccessStatusCode().Dispose();
            await ShouldBeReadyAsync(host);
            host.Log.ShouldNotContain(Secret);
        }

        await using var again = WebHost.StartOn(folder, Allowed);
        await ShouldBeReadyAsync(again);
        using var replaced = await again.Client.PutAsJsonAsync(
            "/api/targets/staging", new { connection = redis.Address, password = "another" }, Ct);
        (await TargetsAsync(again)).Single(target => target!.Text("name") == "staging")!.Text("reason")
            .ShouldBe("The server of target 'staging' refused the user or the password.");

        static async Task ShouldBeReadyAsync(WebHost host)
        {
            await ShouldShowAsync(host, (await AddressAsync(host, "staging"))!);
            foreach (var name in (string[])["staging", "other"])
            {
                (await TargetsAsync(host)).Single(target => target!.Text("name") == name)!.Text("status").ShouldBe("ready");
            }
        }
    }

    [Fact]
    public async Task A_target_of_a_request_that_is_an_address_is_not_repeated()
    {
        using var answer = await shared.Host.Client.PostAsJsonAsync(
            "/api/jobs", new { benchmark = "insert", targets = (string[])[$"redis://u:{Secret}@127.0.0.1:1"] }, Ct);

        var text = await answer.Content.ReadAsStringAsync(Ct);
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        text.ShouldContain("Unknown target");
        text.ShouldNotContain(Secret);
        using var deleted = await shared.Host.Client.DeleteAsync($"/api/targets/127.0.0.1,password={Secret}", Ct);
        (await deleted.Content.ReadAsStringAsync(Ct)).ShouldNotContain(Secret);
        using var tested = await PostAsync(
            shared.Host, await shared.Host.PageAsync("/targets"), "Test", ("name", $"127.0.0.1,password={Secret}"));
        tested.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await tested.Content.ReadAsStringAsync(Ct)).ShouldNotContain(Secret);
    }

    [Fact]
    public async Task The_API_adds_replaces_and_deletes()
    {
        var host = shared.Host;

        (await host.Client.PostAsJsonAsync("/api/targets", new { name = "Staging", connection = "127.0.0.1:1" }, Ct)).StatusCode
            .ShouldBe(HttpStatusCode.Created);
        using var again = await host.Client.PostAsJsonAsync("/api/targets", new { name = "staging", connection = "127.0.0.1:2" }, Ct);
        (await again.ProblemAsync()).Error("name").ShouldBe("Another target is named 'Staging'; give each target its own name.");
        (await host.Client.PutAsJsonAsync("/api/targets/staging", new { name = "staging", connection = "127.0.0.1:2" }, Ct)).StatusCode
            .ShouldBe(HttpStatusCode.NoContent);
        (await AddressAsync(host, "Staging")).ShouldBe("127.0.0.1:2");
        (await host.Client.PutAsJsonAsync("/api/targets/embedded", new { connection = "127.0.0.1:2" }, Ct)).StatusCode
            .ShouldBe(HttpStatusCode.NotFound);
        (await host.Client.DeleteAsync("/api/targets/STAGING", Ct)).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await host.Client.DeleteAsync("/api/targets/staging", Ct)).StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await NamesAsync(host)).ShouldNotContain("Staging");
    }

    [Fact]
    public async Task The_last_connection_test_is_of_the_current_server()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host = WebHost.Start(Allowed);
        await AddAsync("staging", "127.0.0.1:1");
        await AddAsync("other", "127.0.0.1:1");
        await TestAsync("staging");
        await TestAsync("other");

        (await host.Client.PutAsJsonAsync("/api/targets/staging", new { connection = redis.Address }, Ct)).EnsureSuccessStatusCode().Dispose();
        (await FailuresAsync("staging")).ShouldBe(0, "of the replaced server");

        (await host.Client.PutAsJsonAsync("/api/targets/staging", new { connection = "127.0.0.1:1" }, Ct)).EnsureSuccessStatusCode().Dispose();
        await TestAsync("staging");
        (await host.Client.DeleteAsync("/api/targets/staging", Ct)).EnsureSuccessStatusCode().Dispose();
        await AddAsync("staging", redis.Address);
        (await FailuresAsync("staging")).ShouldBe(0, "of the deleted server");

        // Another node shares the ledger, and has its own catalogue.
        await TestAsync("other");
        using var elsewhere = ActivatorUtilities.CreateInstance<AddedTargets>(host.Services, new TargetCatalogue(host.Folder, []));
        (await elsewhere.SaveAsync("staging", "127.0.0.1:2", isNew: false, Ct)).ShouldBeEmpty();
        await host.Services.GetRequiredService<AddedTargets>().LoadAsync(Ct);
        (await FailuresAsync("other")).ShouldBe(1, "it is the same server");
        (await elsewhere.SaveAsync("other", redis.Address, isNew: false, Ct)).ShouldBeEmpty();
        await host.Services.GetRequiredService<AddedTargets>().LoadAsync(Ct);
        (await FailuresAsync("other")).ShouldBe(0, "of the server that another node replaced");

        async Task AddAsync(string name, string connection) =>
            (await host.Client.PostAsJsonAsync("/api/targets", new { name, connection }, Ct)).EnsureSuccessStatusCode().Dispose();
        async Task<int> FailuresAsync(string name) =>
            (await host.PageAsync("/targets")).QuerySelectorAll($"[data-target={name}] [data-failure]").Length;
        async Task TestAsync(string name)
        {
            (await PostAsync(host, await host.PageAsync("/targets"), "Test", ("name", name))).Dispose();
            (await FailuresAsync(name)).ShouldBe(1);
        }
    }

    [Theory]
    [InlineData("", "127.0.0.1:1", "name", "name is required.")]
    [InlineData("with space", "127.0.0.1:1", "name",
        "The configured target name 'with space' is invalid; use letters, digits, dots, dashes and underscores, at most 40.")]
    [InlineData("embedded", "127.0.0.1:1", "name", "The configured target name 'embedded' is reserved by RedisPerf; choose another name.")]
    [InlineData("known", "127.0.0.1:1", "name", "Another target is named 'known'; give each target its own name.")]
    [InlineData("staging", "", "connection", "The connection string is empty;*")]
    [InlineData("staging", ":7392", "connection", "The connection string has no valid host and port;*")]
    [InlineData("staging", "127.0.0.1:0", "connection", "The connection string has no valid host and port;*")]
    [InlineData("host,password=hush-hush", "127.0.0.1:1", "name", "The configured target name is invalid;*")]
    [InlineData("staging", "redis://:hush-hush@here/x", "connection", "The connection string is a URL that cannot be read;*")]
    [InlineData(
        "staging", "127.0.0.1:1,password=ab,hush-hush=2", "connection", "The connection string has an option that cannot be used, in part 3*")]
    [InlineData("staging", "127.0.0.1:1,password=ab,hush-hush", "connection", "The connection string names 2 servers, or an option without*")]
    public async Task An_invalid_target_is_refused_as_in_the_configuration(string name, string connection, string field, string message)
    {
        var host = shared.Host;

        using var answer = await host.Client.PostAsJsonAsync("/api/targets", new { name, connection }, Ct);
        using var posted = await PostAsync(host, await host.PageAsync("/targets"), "Add", ("name", name), ("connection", connection));

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var sentence = (await answer.Content.ReadFromJsonAsync<JsonObject>(Ct))!["errors"]![field]![0]!.GetValue<string>();
        sentence.ShouldStartWith(message.TrimEnd('*'));
        sentence.ShouldNotContain(Secret);
        posted.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var page = await WebHost.ParseAsync(posted);
        page.QuerySelector(".add-target .field-error")!.TextContent.ShouldBe(sentence);
        page.DocumentElement.OuterHtml.ShouldNotContain(Secret);
        (await NamesAsync(host)).ShouldNotContain("staging");
    }

    [Fact]
    public async Task An_unknown_field_is_refused()
    {
        var host = shared.Host;

        using var added =
            await host.Client.PostAsJsonAsync("/api/targets", new { name = "staging", connection = "127.0.0.1:1", secret = Secret }, Ct);
        using var mistyped = await host.Client.PostAsJsonAsync("/api/targets", new { name = "staging", connection = 1 }, Ct);

        (await added.ProblemAsync()).Error("secret").ShouldBe("Unknown field \"secret\". Valid fields: name, connection, user, password.");
        (await mistyped.ProblemAsync()).Error("connection").ShouldBe("connection must be a string.");
        (await NamesAsync(host)).ShouldNotContain("staging");
    }

    [Fact]
    public async Task A_target_is_not_changed_while_a_job_uses_it()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host = WebHost.Start(Allowed);
        (await host.Client.PostAsJsonAsync("/api/targets", new { name = "busy", connection = redis.Address }, Ct)).EnsureSuccessStatusCode();
        var id = (await host.QueueAsync(SmallJob.EndlessJson.On("busy"))).Text("id");

        using var deleted = await host.Client.DeleteAsync("/api/targets/busy", Ct);
        using var replaced = await host.Client.PutAsJsonAsync("/api/targets/busy", new { connection = "127.0.0.1:1" }, Ct);
        using var onPage = await PostAsync(host, await host.PageAsync("/targets"), "Delete", ("name", "busy"));

        deleted.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        replaced.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        onPage.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await onPage.Content.ReadAsStringAsync(Ct)).ShouldContain("A queued or running job uses busy. Try again when it has ended.");
        (await AddressAsync(host, "busy")).ShouldBe(redis.Address);
        (await host.Client.PostAsync($"/api/jobs/{id}/cancel", null, Ct)).EnsureSuccessStatusCode();
    }

    [Fact]
    public async Task A_target_whose_keys_are_lost_is_reported_and_can_be_deleted()
    {
        using var folder = new DataFolder();
        await using (var host = WebHost.StartOn(folder, Allowed))
        {
            (await host.Client.PostAsJsonAsync("/api/targets", new { name = "staging", connection = "127.0.0.1:1" }, Ct)).EnsureSuccessStatusCode();
        }

        Directory.Delete(Path.Combine(folder.Path, "keys"), recursive: true);
        await using var second = WebHost.StartOn(folder, Allowed);
        var page = await second.PageAsync("/targets");
        page.QuerySelector("[data-unusable=staging]")!.TextContent.ShouldContain("cannot be decrypted");
        (await NamesAsync(second)).ShouldNotContain("staging");

        using var deleted = await PostAsync(second, page, "Delete", ("name", "staging"));

        (await second.PageAsync("/targets")).QuerySelector("[data-unusable]").ShouldBeNull();
    }

    private static async Task ShouldShowAsync(WebHost host, string address)
    {
        var page = await host.PageAsync("/targets");
        page.QuerySelector("[data-target=staging] [data-address]")!.TextContent.ShouldBe(address);
        page.DocumentElement.OuterHtml.ShouldNotContain(Secret);
        (await AddressAsync(host, "staging")).ShouldBe(address);
        (await host.Client.GetStringAsync("/api/targets", Ct)).ShouldNotContain(Secret);
    }

    private static async Task<string?> AddressAsync(WebHost host, string name) =>
        (await TargetsAsync(host)).Single(target => target!.Text("name") == name)!.Text("address");

    private static async Task<IEnumerable<string?>> NamesAsync(WebHost host) => (await TargetsAsync(host)).Select(target => target!.Text("name"));

    private static async Task<JsonArray> TargetsAsync(WebHost host) => (await host.Client.GetFromJsonAsync<JsonArray>("/api/targets", Ct))!;

    private static Task<HttpResponseMessage> PostAsync(WebHost host, IHtmlDocument page, string handler, params (string Name, string Value)[] fields)
    {
        var token = ((IHtmlInputElement)page.QuerySelector("input[name=__RequestVerificationToken]")!).Value;
        return host.Client.PostAsync(
            $"/targets?handler={handler}", new FormUrlEncodedContent(
                [new("__RequestVerificationToken", token), .. fields.Select(field => KeyValuePair.Create(field.Name, field.Value))]), Ct);
    }

    /// <summary>One program for the tests that leave its targets as they were.</summary>
    public sealed class EditingHost : IAsyncDisposable
    {
        public WebHost Host { get; } =
            WebHost.Start(Allowed, ("RedisPerf:Targets:0:Name", "known"), ("RedisPerf:Targets:0:Connection", "127.0.0.1:1"));

        public ValueTask DisposeAsync() => Host.DisposeAsync();
    }
}
