using System.Diagnostics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>The pull of one image. It continues while the job that began it gives its place to others, and the next attempt joins it.</summary>
/// <param name="target">The name of its target, for reasons.</param>
/// <param name="engine">The engine that pulls it.</param>
internal sealed class ImagePull(string image, string target, DockerEngine engine)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(0.5);

    private readonly Lock _lock = new();
    private (Task Pulling, CancellationTokenSource Stop) _pull = (Task.CompletedTask, new());
    private volatile Reason? _step;
    private volatile Action<Reason> _report = _ => { };

    /// <summary>The step that was reported last; null when there is no pull.</summary>
    public Reason? Step => _step;

    /// <summary>Waits until the image is here. A cancelled wait ends the pull.</summary>
    /// <param name="report">Receives the steps.</param>
    /// <param name="waits">As <see cref="ServerStart.Waits"/>.</param>
    /// <exception cref="TargetException">With Docker's own message, or with <see cref="ReasonCode.TargetPreparing"/> when the wait
    /// ends before the pull.</exception>
    public async Task WaitAsync(Action<Reason> report, Func<Reason, TimeSpan, bool> waits, CancellationToken ct)
    {
        var (pulling, stop) = Join(report);
        try
        {
            for (var start = Stopwatch.GetTimestamp(); await Task.WhenAny(pulling, Task.Delay(Pause, ct)).ConfigureAwait(false) != pulling;)
            {
                ct.ThrowIfCancellationRequested();
                var preparing = Reason.Of(ReasonCode.TargetPreparing, (Reason.Target, target), ("step", _step ?? new PullProgress(image).Step));
                if (!waits(preparing, Stopwatch.GetElapsedTime(start)))
                {
                    throw new TargetException(preparing);
                }
            }

            await pulling.ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await pulling.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }
    }

    private (Task Pulling, CancellationTokenSource Stop) Join(Action<Reason> report)
    {
        lock (_lock)
        {
            _report = report;
            if (_pull.Pulling.IsCompleted)
            {
                var stop = new CancellationTokenSource();
                _pull = (PullAsync(stop.Token), stop);
            }
            else if (_step is { } step)
            {
                report(step);
            }

            return _pull;
        }
    }

    private async Task PullAsync(CancellationToken ct)
    {
        try
        {
            await engine.PullAsync(
                image,
                step =>
                {
                    _step = step;
                    _report(step);
                },
                ct).ConfigureAwait(false);
        }
        finally
        {
            _step = null;
        }
    }
}
