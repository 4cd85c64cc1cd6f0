using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>The options of <c>hget-decode</c>.</summary>
public sealed record HgetDecodeOptions : DocumentOptions, ISharedLoad
{
    public HgetDecodeOptions() => Items = 10_000;

    void ISharedLoad.Merge(JointFigures figures) => figures.Max(HgetDecodeColumns.WriteSeconds);
}
