using System.Collections.Concurrent;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace RedisPerf.Web.Tests.Alerts;

/// <summary>A real webhook receiver on a free port. It fails for the given number of requests, and answers each request after a delay.</summary>
internal sealed class Listener : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly TimeSpan _delay;
    private readonly int _status;
    private int _failures;

    private Listener(int failures, TimeSpan delay, int status)
    {
        (_failures, _delay, _status) = (failures, delay, status);
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _app = builder.Build();
        _app.Map("/{**path}", AnswerAsync);
    }

    public ConcurrentQueue<(string Key, string Event, string? Authorization, JsonObject Body)> Taken { get; } = new();

    public ConcurrentQueue<string> RefusedKeys { get; } = new();

    public Uri Address => new(_app.Urls.First());

    public static async Task<Listener> StartAsync(int failures, TimeSpan delay = default, int status = StatusCodes.Status500InternalServerError)
    {
        var listener = new Listener(failures, delay, status);
        await listener._app.StartAsync(TestContext.Current.CancellationToken);
        return listener;
    }

    public async Task UntilTakenAsync(int count)
    {
        await Poll.UntilAsync(() => Taken.Count >= count);
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private async Task<IResult> AnswerAsync(HttpRequest request)
    {
        await Task.Delay(_delay, request.HttpContext.RequestAborted);
        var key = request.Headers["Idempotency-Key"].ToString();
        if (Interlocked.Decrement(ref _failures) >= 0)
        {
            RefusedKeys.Enqueue(key);
            return Results.StatusCode(_status);
        }

        var body = (await JsonNode.ParseAsync(request.Body))!.AsObject();
        Taken.Enqueue((key, request.Headers["RedisPerf-Event"].ToString(), request.Headers.Authorization, body));
        return Results.NoContent();
    }
}
