using System.Net;
using System.Text;
using AngleSharp.Html.Dom;
using RedisPerf.Core.Payloads;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Programs;

/// <summary>The program needs neither a temporary folder nor a home folder, and writes nothing to them.</summary>
public sealed class TemporaryFolderTests : IDisposable
{
    // Above the size at which the web server writes a form to its temporary folder by default.
    private static readonly string Lines =
        string.Join('\n', Enumerable.Range(0, 3_000).Select(number => $"{{\"id\":{number},\"text\":\"{new('x', 100)}\"}}"));

    private readonly DataFolder _data = new();
    private readonly DataFolder _temporary = new(isEmpty: true);

    public void Dispose()
    {
        _data.Dispose();
        _temporary.Dispose();
    }

    [Fact]
    public async Task Without_these_folders_a_file_is_uploaded_and_a_job_is_measured()
    {
        Signals.SkipWhereInterruptsAreIgnored();
        var missing = Path.Combine(_temporary.Path, "missing");
        await using var program = Start(missing, ("HOME", missing), ("XDG_DATA_HOME", missing));
        using var client = await program.ConnectAsync();

        using var uploaded = await UploadAsync(client, new StringContent(Lines));
        uploaded.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await WebHost.ParseAsync(uploaded)).QuerySelector("[role=status]")!.TextContent
            .ShouldBe("orders.json: 3,000 values, 121 bytes median, JSON lines.");
        var hash = new PayloadStore(_data.Path).List().ShouldHaveSingleItem().Hash;

        using var job = new StringContent(SmallJob.ShortJson.With("payload", hash), Encoding.UTF8, "application/json");
        using var queued = await client.PostAsync("/api/jobs", job, Ct);
        var ended = await Poll.UntilAsync(
            () => client.GetStringAsync(queued.Headers.Location, Ct), text => text.Contains("\"endedAt\":\"", StringComparison.Ordinal));
        ended.ShouldContain("\"state\":\"completed\"");

        (await program.InterruptAsync()).Errors.ShouldNotContain("fail:");
        Directory.Exists(missing).ShouldBeFalse();
    }

    [Fact]
    public async Task A_program_that_is_killed_during_an_upload_leaves_nothing_outside_the_data_folder()
    {
        await using var program = Start(_temporary.Path, ("HOME", _temporary.Path));
        using var client = await program.ConnectAsync();
        using var content = new UnfinishedContent();
        var upload = UploadAsync(client, content);
        await content.Sent.WaitAsync(Ct);

        await program.KillAsync();
        content.Continue();

        await Should.ThrowAsync<HttpRequestException>(() => upload);
        Directory.EnumerateFileSystemEntries(_temporary.Path).ShouldBeEmpty();
        Directory.Exists(Path.Combine(_data.Path, "payloads")).ShouldBeFalse();
    }

    private ProgramProcess Start(string temporary, params (string Name, string Value)[] settings) => ProgramProcess.Start(
        ["--urls", "http://127.0.0.1:0"],
        // The runtime has the sockets of its diagnostics in the temporary folder.
        [("RedisPerf__Data", _data.Path), ("TMPDIR", temporary), ("DOTNET_EnableDiagnostics", "0"), .. settings]);

    private static async Task<HttpResponseMessage> UploadAsync(HttpClient client, HttpContent file)
    {
        using var page = await client.GetAsync("/payloads", Ct);
        var token = ((IHtmlInputElement)(await WebHost.ParseAsync(page)).QuerySelector("input[name=__RequestVerificationToken]")!).Value;
        using var form = new MultipartFormDataContent { { new StringContent(token), "__RequestVerificationToken" }, { file, "file", "orders.json" } };
        return await client.PostAsync("/payloads?handler=Add", form, Ct);
    }

    /// <summary>A file whose end is never sent.</summary>
    private sealed class UnfinishedContent : HttpContent
    {
        private readonly TaskCompletionSource _sent = new(TaskCreationOptions.RunContinuationsAsynchronously);

        private readonly TaskCompletionSource _continued = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Sent => _sent.Task;

        public void Continue() => _continued.SetResult();

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            // More than the buffers of the connection: the program has received the first 64 KB and more when it is sent.
            for (var part = 0; part < 100; part++)
            {
                await stream.WriteAsync(Encoding.UTF8.GetBytes(Lines), Ct);
            }

            await stream.FlushAsync(Ct);
            _sent.SetResult();
            await _continued.Task.WaitAsync(Ct);
            throw new HttpRequestException("The program no longer runs.");
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}
