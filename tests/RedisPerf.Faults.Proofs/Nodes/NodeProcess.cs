using System.Globalization;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using RedisPerf.Faults.Proofs.Programs;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Nodes;

/// <summary>One node in a separate process.</summary>
internal sealed class NodeProcess : IAsyncDisposable
{
    private readonly ProgramProcess _process;
    // Only the test limits the time of its requests.
    private readonly HttpClient _client = new() { Timeout = Timeout.InfiniteTimeSpan };

    private NodeProcess(ProgramProcess process, string name) => (_process, Name) = (process, name);

    public string Name { get; }

    /// <summary>Starts a node and waits until it is ready.</summary>
    /// <param name="name">Its name, and that of its data folder.</param>
    /// <param name="folder">The parent of the data folders.</param>
    /// <param name="ledger">The connection string.</param>
    /// <param name="target">The address of the target <c>mine</c>.</param>
    /// <param name="clock">The clock of the node; null for that of the machine.</param>
    public static async Task<NodeProcess> StartAsync(string name, string folder, string ledger, string target, FakeClock? clock = null)
    {
        var node = new NodeProcess(Start(name, folder, name, ledger, target, clock), name);
        node._client.BaseAddress = new(await node._process.AddressAsync());
        await Poll.UntilAsync(async () => (await node._client.GetAsync("/health/ready", Ct)).IsSuccessStatusCode);

        return node;
    }

    /// <summary>Starts a process that is expected to end.</summary>
    public static ProgramProcess Start(string name, string folder, string data, string ledger, string target, FakeClock? clock = null) =>
        ProgramProcess.Start(
            ["--urls", "http://127.0.0.1:0"],
            [
                ("RedisPerf__Node", name),
                ("RedisPerf__Data", Path.Combine(folder, data)),
                ("RedisPerf__Ledger", ledger),
                ("RedisPerf__QueueLimit", "1000"),
                ("RedisPerf__Targets__0__Name", "mine"),
                ("RedisPerf__Targets__0__Connection", target),
                .. clock?.Variables ?? [],
            ]);

    public async Task<JsonObject> GetAsync(string path) => (await _client.GetFromJsonAsync<JsonObject>(path, Ct))!;

    public async Task<JsonArray> ListAsync(string path) => (await _client.GetFromJsonAsync<JsonArray>(path, Ct))!;

    public Task<string> TextAsync(string path) => _client.GetStringAsync(path, Ct);

    public Task<HttpResponseMessage> PostAsync(string path, string json) =>
        _client.PostAsync(path, new StringContent(json, Encoding.UTF8, "application/json"), Ct);

    public Task<HttpResponseMessage> AnswerAsync(string path) => _client.GetAsync(path, Ct);

    /// <summary>Queues a job.</summary>
    /// <returns>Its id.</returns>
    public async Task<string> QueueAsync(string json)
    {
        using var response = await PostAsync("/api/jobs", json);
        response.StatusCode.ShouldBe(System.Net.HttpStatusCode.Created, await response.Content.ReadAsStringAsync(Ct));
        return (await response.Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("id")!;
    }

    /// <summary>All jobs, the newest first, without their cases.</summary>
    public async Task<JsonObject[]> JobsAsync()
    {
        var jobs = new List<JsonObject>();
        string? before = null;
        do
        {
            var page = await GetAsync($"/api/jobs?limit=100{(before is null ? "" : $"&before={before}")}");
            jobs.AddRange(page["jobs"]!.AsArray().Select(job => job!.AsObject()));
            before = page.Text("next");
        }
        while (before is not null);

        return [.. jobs];
    }

    /// <summary>Polls until the condition holds.</summary>
    public Task<JsonObject> UntilAsync(string path, Func<JsonObject, bool> isSo) => Poll.UntilAsync(() => GetAsync(path), isSo);

    /// <summary>Kills the node with its worker.</summary>
    public Task KillAsync() => _process.KillAsync();

    public Task SignalAsync(string signal) => Signals.SendAsync(signal, _process.Id);

    /// <summary>Sends a signal to the node, and to the processes that it started.</summary>
    public async Task SignalAllAsync(string signal)
    {
        await SignalAsync(signal);
        foreach (var child in File.ReadAllText($"/proc/{_process.Id}/task/{_process.Id}/children").Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            await Signals.SendAsync(signal, int.Parse(child, CultureInfo.InvariantCulture));
        }
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _process.DisposeAsync();
    }
}
