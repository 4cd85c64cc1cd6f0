using System.Formats.Tar;
using System.IO.Compression;
using System.Net;
using System.Security.Cryptography;
using System.Text.Json;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets.Docker;

/// <summary>A registry on this machine with one image of two small layers, which an engine pulls over HTTP as from any other registry (OCI
/// Distribution Specification, pull).</summary>
internal sealed class ImageRegistry : IDisposable
{
    private const string ManifestType = "application/vnd.docker.distribution.manifest.v2+json";

    private readonly HttpListener _listener = new();
    private readonly Dictionary<string, (string Type, byte[] Content)> _answers = [];
    private volatile Task _hold = Task.CompletedTask;

    public ImageRegistry()
    {
        var port = LoopbackPort.FindFree();
        Image = $"127.0.0.1:{port}/sample:1";
        (byte[] Tar, byte[] Compressed)[] layers = [Layer("first"), Layer("second")];
        var contents = layers.Select(layer => Add(layer.Compressed, "application/vnd.docker.image.rootfs.diff.tar.gzip")).ToArray();
        LastLayer = $"/v2/sample/blobs/{Digest(layers[^1].Compressed)}";
        var config = Add(
            JsonSerializer.SerializeToUtf8Bytes(new
            {
                architecture = "amd64",
                os = "linux",
                config = new { },
                rootfs = new { type = "layers", diff_ids = layers.Select(layer => Digest(layer.Tar)) },
            }),
            "application/vnd.docker.container.image.v1+json");
        var manifest = JsonSerializer.SerializeToUtf8Bytes(new { schemaVersion = 2, mediaType = ManifestType, config, layers = contents });
        _answers["/v2/"] = ("application/json", "{}"u8.ToArray());
        _answers["/v2/sample/manifests/1"] = _answers[$"/v2/sample/manifests/{Digest(manifest)}"] = (ManifestType, manifest);
        _listener.Prefixes.Add($"http://127.0.0.1:{port}/");
        _listener.Start();
        _ = AnswerAsync();
    }

    /// <summary>The image's name with its tag.</summary>
    public string Image { get; }

    /// <summary>The path of the last layer, to remove it.</summary>
    public string LastLayer { get; }

    public void Remove(string path) => _answers.Remove(path);

    /// <summary>Answers requests for the last layer only after the result is completed.</summary>
    public TaskCompletionSource HoldLastLayer()
    {
        var hold = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _hold = hold.Task;
        return hold;
    }

    public void Dispose() => _listener.Close();

    // With new content each time: the engine does not pull a layer that it has.
    private static (byte[] Tar, byte[] Compressed) Layer(string file)
    {
        using var tar = new MemoryStream();
        using (var writer = new TarWriter(tar, leaveOpen: true))
        {
            writer.WriteEntry(new PaxTarEntry(TarEntryType.RegularFile, file) { DataStream = new MemoryStream(Guid.NewGuid().ToByteArray()) });
        }

        using var compressed = new MemoryStream();
        using (var gzip = new GZipStream(compressed, CompressionLevel.Fastest))
        {
            gzip.Write(tar.ToArray());
        }

        return (tar.ToArray(), compressed.ToArray());
    }

    private static string Digest(byte[] content) => $"sha256:{Convert.ToHexStringLower(SHA256.HashData(content))}";

    private object Add(byte[] content, string type)
    {
        _answers[$"/v2/sample/blobs/{Digest(content)}"] = (type, content);
        return new { mediaType = type, size = content.Length, digest = Digest(content) };
    }

    private async Task AnswerAsync()
    {
        while (_listener.IsListening)
        {
            HttpListenerContext context;
            try
            {
                context = await _listener.GetContextAsync();
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
            {
                // The registry was closed.
                return;
            }

            _ = AnswerAsync(context);
        }
    }

    private async Task AnswerAsync(HttpListenerContext context)
    {
        var path = context.Request.Url!.AbsolutePath;
        if (path == LastLayer)
        {
            await _hold;
        }

        using var response = context.Response;
        if (!_answers.TryGetValue(path, out var answer))
        {
            response.StatusCode = (int)HttpStatusCode.NotFound;
            return;
        }

        response.ContentType = answer.Type;
        response.ContentLength64 = answer.Content.Length;
        response.Headers["Docker-Content-Digest"] = Digest(answer.Content);
        if (context.Request.HttpMethod != "HEAD")
        {
            await response.OutputStream.WriteAsync(answer.Content);
        }
    }
}
