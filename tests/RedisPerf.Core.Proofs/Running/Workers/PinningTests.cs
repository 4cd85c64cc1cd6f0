using System.Diagnostics;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Running.Workers;

public sealed class PinningTests : IDisposable
{
    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task The_started_server_and_the_worker_have_their_own_cores()
    {
        var cores = CoreList.Groups().SelectMany(group => group).Take(2).ToArray();
        Assert.SkipUnless(OperatingSystem.IsLinux() && cores.Length == 2, "Cores are compared in /proc, on a machine with two cores.");
        using var named = new NamedWorker();
        var runner = new Runner(Catalogue.Default, _ => new EmbeddedTarget(_data.Path))
        { WorkerProgram = named.Program, Cores = CoreChoice.Parse($"{cores[0]}/{cores[1]}", "--pin") };
        var (server, worker) = ("", "");

        var events = await TestJobs.RunAsync(runner, TestJobs.Insert(["batch"], """{ "items": 200, "payloadBytes": 1000 }"""), Read, Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.OfType<JobEvent.Started>().Single().Environment.Pinning.ShouldBe(new Pinning($"{cores[0]}", $"{cores[1]}"));
        (server, worker).ShouldBe(($"{cores[0]}", $"{cores[1]}"));

        Task Read(JobEvent jobEvent)
        {
            if (jobEvent is JobEvent.RunEnded)
            {
                (server, worker) = (CoresOf(Server()), CoresOf(named.Process));
            }

            return Task.CompletedTask;
        }
    }

    private Process Server() => Process.GetProcessesByName("GarnetServer")
        .Single(process => new FileInfo($"/proc/{process.Id}/cwd").LinkTarget?.StartsWith(_data.Path, StringComparison.Ordinal) == true);

    private static string CoresOf(Process process) =>
        File.ReadLines($"/proc/{process.Id}/status").Single(line => line.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal)).Split('\t')[1];
}
