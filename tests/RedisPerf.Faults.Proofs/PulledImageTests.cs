using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;
using RedisPerf.Faults.Proofs.Programs;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>An image whose pull takes long, or fails, while other jobs wait.</summary>
public sealed class PulledImageTests : IDisposable
{
    private readonly DataFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Jobs_on_other_targets_run_while_an_image_is_pulled()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The engine listens on a Unix socket.");
        var socket = Path.Combine(_folder.Path, "docker.sock");
        var refusal = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var engine = new Engine(socket, refusal.Task);
        await using var program =
            ProgramProcess.Start(["--urls", "http://127.0.0.1:0"], ("RedisPerf__Data", _folder.Path), ("DOCKER_HOST", $"unix://{socket}"));
        using var client = await program.ConnectAsync();
        var waiting = await QueueAsync(client, SmallJob.ShortJson.On("docker-redis"));
        string[] others = [await QueueAsync(client, SmallJob.ShortJson), await QueueAsync(client, SmallJob.ShortJson)];

        foreach (var other in others)
        {
            (await EndedAsync(client, other)).Text("state").ShouldBe("completed");
        }

        var job = await GetAsync(client, waiting);
        new[] { "queued", "running" }.ShouldContain(job.Text("state"), job.Text("error"));
        engine.Pulls.ShouldBe(1);

        refusal.SetResult("no space left on device");
        var failed = await EndedAsync(client, waiting);
        failed.Text("state").ShouldBe("failed");
        failed.Text("error").ShouldBe("Target 'docker-redis' cannot be started. Docker reported an error: no space left on device.");
    }

    private static async Task<string> QueueAsync(HttpClient client, string json)
    {
        using var answer = await client.PostAsync("/api/jobs", new StringContent(json, Encoding.UTF8, "application/json"), Ct);
        return JsonNode.Parse(await answer.Content.ReadAsStringAsync(Ct))!.Text("id")!;
    }

    private static async Task<JsonObject> GetAsync(HttpClient client, string id) =>
        JsonNode.Parse(await client.GetStringAsync($"/api/jobs/{id}", Ct))!.AsObject();

    private static async Task<JsonObject> EndedAsync(HttpClient client, string id)
    {
        while (true)
        {
            var job = await GetAsync(client, id);
            if (job.Text("state") is not ("queued" or "running"))
            {
                return job;
            }

            await Task.Delay(50, Ct);
        }
    }

    /// <summary>A Docker engine without images. It has the requests that come before a container is started, and one pull
    /// that ends with an error.</summary>
    private sealed class Engine : IDisposable
    {
        private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        private readonly Task<string> _refusal;
        private int _pulls;

        public Engine(string path, Task<string> refusal)
        {
            _refusal = refusal;
            _listener.Bind(new UnixDomainSocketEndPoint(path));
            _listener.Listen();
            _ = AcceptAsync();
        }

        public int Pulls => Volatile.Read(ref _pulls);

        public void Dispose() => _listener.Dispose();

        private async Task AcceptAsync()
        {
            try
            {
                while (true)
                {
                    _ = AnswerAsync(await _listener.AcceptAsync(Ct));
                }
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException or OperationCanceledException)
            {
                // The test has ended.
            }
        }

        private async Task AnswerAsync(Socket socket)
        {
            await using var stream = new NetworkStream(socket, ownsSocket: true);
            using var reader = new StreamReader(stream);
            var request = await reader.ReadLineAsync(Ct) ?? "";
            while (await reader.ReadLineAsync(Ct) is { Length: > 0 })
            {
            }

            await WriteAsync("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n");
            if (request.Contains("/images/create", StringComparison.Ordinal))
            {
                Interlocked.Increment(ref _pulls);
                await WriteChunkAsync("""{"status":"Pulling fs layer","id":"a"}""" + "\n");
                await WriteChunkAsync($$"""{ "errorDetail": { "message": "{{await _refusal.WaitAsync(Ct)}}" } }""" + "\n");
            }
            else
            {
                await WriteChunkAsync(
                    request.Contains("/version", StringComparison.Ordinal) ? """{"ApiVersion":"1.47","MinAPIVersion":"1.24"}""" : "[]");
            }

            await WriteChunkAsync("");

            Task WriteChunkAsync(string text) => WriteAsync($"{text.Length:x}\r\n{text}\r\n");

            async Task WriteAsync(string text) => await stream.WriteAsync(Encoding.UTF8.GetBytes(text), Ct);
        }
    }
}
