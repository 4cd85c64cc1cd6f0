using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Profiles;

/// <summary>Samples the stacks of processes of this machine from its start on.</summary>
internal interface IProcessSampler : IAsyncDisposable
{
    /// <summary>Takes no further samples.</summary>
    /// <exception cref="TargetException">It has no samples; the reason is why.</exception>
    Task StopAsync();

    /// <summary>The samples in some parts of the time, after <see cref="StopAsync"/>.</summary>
    /// <exception cref="TargetException">They cannot be read.</exception>
    Task<ProcessProfile> ReadAsync(IReadOnlyList<TimeWindow> windows, StackLimit limit);
}
