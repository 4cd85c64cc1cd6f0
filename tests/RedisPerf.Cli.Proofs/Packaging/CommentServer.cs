using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The comments of pull requests in GitHub's API, which is not available to tests.</summary>
internal sealed class CommentServer : IAsyncDisposable
{
    private readonly HttpListener _listener = new();
    private readonly Task _serving;

    public CommentServer()
    {
        using (var probe = new TcpListener(IPAddress.Loopback, 0))
        {
            probe.Start();
            Address = $"http://127.0.0.1:{((IPEndPoint)probe.LocalEndpoint).Port}";
        }

        _listener.Prefixes.Add($"{Address}/");
        _listener.Start();
        _serving = ServeAsync();
    }

    public string Address { get; }

    /// <summary>Whether the token may not write.</summary>
    public bool IsReadOnly { get; init; }

    /// <summary>The texts of the comments; the 1-based position is the id.</summary>
    public List<string> Comments { get; } = [];

    /// <summary>The method and the path of each request that writes, and its token.</summary>
    public List<string> Writes { get; } = [];

    public async ValueTask DisposeAsync()
    {
        _listener.Close();
        await _serving;
    }

    private async Task ServeAsync()
    {
        while (_listener.IsListening)
        {
            try
            {
                var context = await _listener.GetContextAsync();
                var (status, body) = await AnswerAsync(context.Request);
                context.Response.StatusCode = status;
                await context.Response.OutputStream.WriteAsync(Encoding.UTF8.GetBytes(body));
                context.Response.Close();
            }
            catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException)
            {
                // The test has ended.
                return;
            }
        }
    }

    private async Task<(int Status, string Body)> AnswerAsync(HttpListenerRequest request)
    {
        const string Issues = "/repos/owner/name/issues";
        var path = request.Url!.AbsolutePath;
        if (request.HttpMethod == "GET" && path == $"{Issues}/7/comments")
        {
            var (size, page) = (int.Parse(request.QueryString["per_page"]!), int.Parse(request.QueryString["page"]!));
            return (200, JsonSerializer.Serialize(
                Comments.Index().Skip((page - 1) * size).Take(size).Select(comment => new { id = comment.Index + 1, body = comment.Item })));
        }

        Writes.Add($"{request.HttpMethod} {path} {request.Headers["Authorization"]}");
        if (IsReadOnly)
        {
            return (403, "{}");
        }

        using var reader = new StreamReader(request.InputStream);
        var body = (string?)JsonNode.Parse(await reader.ReadToEndAsync())!["body"]!;
        if (request.HttpMethod == "POST" && path == $"{Issues}/7/comments")
        {
            Comments.Add(body!);
            return (201, "{}");
        }

        if (request.HttpMethod == "PATCH" && path.StartsWith($"{Issues}/comments/", StringComparison.Ordinal))
        {
            Comments[int.Parse(path.Split('/')[^1]) - 1] = body!;
            return (200, "{}");
        }

        return (404, "{}");
    }
}
