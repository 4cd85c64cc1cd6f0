using RedisPerf.Abstractions;

namespace RedisPerf.Core.Tests.Abstractions;

public class InFlightWindowTests
{
    [Fact]
    public async Task Waits_at_the_bound_until_half_of_the_bytes_are_answered()
    {
        var window = new InFlightWindow(100);
        var replies = Enumerable.Range(0, 10).Select(_ => new TaskCompletionSource()).ToArray();
        foreach (var reply in replies[..9])
        {
            window.AddAsync(reply.Task, 10, Ct).AsTask().IsCompleted.ShouldBeTrue();
        }

        var full = window.AddAsync(replies[9].Task, 10, Ct).AsTask();
        foreach (var reply in replies[..4])
        {
            reply.SetResult();
        }

        full.IsCompleted.ShouldBeFalse();
        replies[4].SetResult();
        await full;
    }

    [Fact]
    public async Task Does_not_wait_for_the_newest_command_of_any_size()
    {
        var window = new InFlightWindow(100);
        var replies = Enumerable.Range(0, 2).Select(_ => new TaskCompletionSource()).ToArray();
        window.AddAsync(replies[0].Task, 1_000, Ct).AsTask().IsCompleted.ShouldBeTrue();

        var second = window.AddAsync(replies[1].Task, 1_000, Ct).AsTask();

        second.IsCompleted.ShouldBeFalse();
        replies[0].SetResult();
        await second;
    }

    [Fact]
    public async Task Drain_waits_for_all_replies_and_throws_an_error_reply()
    {
        var window = new InFlightWindow(100);
        await window.AddAsync(Task.CompletedTask, 10, Ct);
        await window.AddAsync(Task.FromException(new InvalidOperationException("refused")), 10, Ct);

        (await Should.ThrowAsync<InvalidOperationException>(window.DrainAsync(Ct))).Message.ShouldBe("refused");
    }

    [Fact]
    public async Task Cancellation_ends_the_wait_before_the_next_reply()
    {
        using var cancel = new CancellationTokenSource();
        var window = new InFlightWindow(10);
        await cancel.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(async () => await window.AddAsync(new TaskCompletionSource().Task, 10, cancel.Token));
    }
}
