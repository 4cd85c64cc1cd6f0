using RedisPerf.Web.Background;

namespace RedisPerf.Web.Tests.Background;

public sealed class NonOverlappingRunTests
{
    private readonly NonOverlappingRun _run = new();
    private int _runs;

    [Fact]
    public async Task Requests_during_a_run_do_not_wait_and_make_it_repeat_once()
    {
        var released = new TaskCompletionSource();
        var first = _run.RunAsync(() =>
        {
            _runs++;
            return released.Task;
        });

        _run.RunAsync(NotToBeCalledAsync).IsCompletedSuccessfully.ShouldBeTrue();
        _run.RunAsync(NotToBeCalledAsync).IsCompletedSuccessfully.ShouldBeTrue();
        _runs.ShouldBe(1);
        released.SetResult();
        await first;

        _runs.ShouldBe(2);
    }

    [Fact]
    public async Task A_run_that_fails_leaves_the_way_free_for_the_next()
    {
        await Should.ThrowAsync<IOException>(() => _run.RunAsync(() => throw new IOException("full")));

        await _run.RunAsync(CountAsync);
        await _run.RunAsync(CountAsync);

        _runs.ShouldBe(2);
    }

    private Task CountAsync()
    {
        _runs++;
        return Task.CompletedTask;
    }

    private static Task NotToBeCalledAsync() => throw new InvalidOperationException("It overlaps the first run.");
}
