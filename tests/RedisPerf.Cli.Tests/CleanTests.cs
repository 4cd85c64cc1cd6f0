using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Tests;

public sealed class CleanTests
{
    [Theory]
    [InlineData(1, "1 key removed.")]
    [InlineData(2, "2 keys removed.")]
    public async Task Removes_the_keys_of_an_ended_job(int keys, string sentence)
    {
        using var data = new TestFolder();
        await using var server = await new EmbeddedTarget(data.Path).OpenAsync(new(0), Ct);
        using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
        var job = Guid.CreateVersion7();
        for (var key = 0; key < keys; key++)
        {
            await connection.GetDatabase().StringSetAsync($"{Job.PrefixOf(job)}{key}", "left");
        }

        var outcome = await Outcome.OfAsync($"clean --yes --target {server.EndPoint}", Ct);

        (outcome.ExitCode, outcome.Error).ShouldBe((0, ""));
        outcome.Output.TrimEnd().ShouldEndWith($"{server.EndPoint}: {sentence}");
    }
}
