using RedisPerf.Core.Running.Profiles;

namespace RedisPerf.Core.Tests.Running.Profiles;

public class PerfScriptTests
{
    private const string Recorded = """
         8933 32110.547172001: 
        \t           88fc7 processInputBuffer (/usr/bin/redis-server)
        \t           64ef7 [unknown] (/usr/bin/redis-server)

         8933 32110.550947000: 
        \tffffffff813a2313 do_syscall_64 ([kernel.kallsyms])
        \tffffffff813a2314 [unknown] ([kernel.kallsyms])

        """;

    [Fact]
    public async Task A_sample_has_its_time_and_its_frames()
    {
        using var reader = new StringReader(Recorded.Replace("\\t", "\t"));

        var samples = new List<(long At, IReadOnlyList<string> Frames)>();
        await foreach (var sample in PerfScript.ReadAsync(reader))
        {
            samples.Add(sample);
        }

        samples.Select(sample => sample.At).ShouldBe([32_110_547_172_001, 32_110_550_947_000]);
        samples[0].Frames.ShouldBe(["processInputBuffer", "[redis-server]"]);
        samples[1].Frames.ShouldBe(["do_syscall_64", "[kernel.kallsyms]"]);
    }
}
