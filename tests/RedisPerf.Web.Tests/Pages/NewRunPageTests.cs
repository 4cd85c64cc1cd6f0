namespace RedisPerf.Web.Tests.Pages;

public sealed class NewRunPageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_last_used_job_has_the_benchmark_of_the_form()
    {
        var swept = await new StoredJob { Benchmark = "mget", Cases = [("mget", 10, [0.1, 0.1])] }.AddAsync(_host.Folder, Ct);
        await new StoredJob { Benchmark = "of-another-program", Cases = [("codec", null, [0.1, 0.1])] }.AddAsync(_host.Folder, Ct);

        (await _host.Client.GetStringAsync("/?benchmark=mget", Ct)).ShouldContain($"href=\"/?from={swept}\"");
        (await _host.Client.GetStringAsync("/?benchmark=list-push", Ct)).ShouldNotContain("Last used");
    }
}
