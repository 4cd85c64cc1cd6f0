using System.Net.Http.Headers;

namespace RedisPerf.Web.Tests;

public sealed class CompressionTests
{
    [Fact]
    public async Task Pages_are_compressed_while_nothing_is_measured_and_not_while_a_job_runs()
    {
        await using var host = WebHost.Start();
        (await EncodingAsync(host, "gzip")).ShouldBe("gzip");
        (await EncodingAsync(host, "br")).ShouldBe("br");

        var id = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        // The job is marked as running before it opens its server.
        await Poll.UntilAsync(async () => await EncodingAsync(host, "gzip") is null);
        (await EncodingAsync(host, "br")).ShouldBeNull();

        (await host.CancelAsync(id)).EnsureSuccessStatusCode();
        await Poll.UntilAsync(async () => (await host.PageAsync("/targets")).QuerySelector("[data-running]:not([hidden])") is null);

        (await EncodingAsync(host, "br")).ShouldBe("br");
    }

    private static async Task<string?> EncodingAsync(WebHost host, string accepted)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/jobs")
        { Headers = { AcceptEncoding = { new StringWithQualityHeaderValue(accepted) } } };
        using var response = await host.Client.SendAsync(request, Ct);
        response.EnsureSuccessStatusCode();
        return response.Content.Headers.ContentEncoding.SingleOrDefault();
    }
}
