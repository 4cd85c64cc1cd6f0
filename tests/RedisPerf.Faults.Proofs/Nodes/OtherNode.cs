using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Nodes;

/// <summary>A node on another machine as the ledger of a program shows it: it increases its beat, and a test lets it execute jobs.</summary>
internal sealed class OtherNode : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly NodeLedger _nodes;
    private readonly JobLedger _jobs;
    private readonly NodeDescription _description;
    private Task _beating = Task.CompletedTask;

    private OtherNode(WebHost host, string name, string[] targets)
    {
        _nodes = host.Services.GetRequiredService<NodeLedger>();
        _jobs = host.Services.GetRequiredService<JobLedger>();
        _description = ThisMachine.Describe(targets) with { Machine = "rack-7", Process = null };
        Identity = new(name, Guid.NewGuid(), $"machine of {name}");
    }

    public NodeIdentity Identity { get; }

    public static async Task<OtherNode> JoinAsync(WebHost host, string name, params string[] targets)
    {
        var node = new OtherNode(host, name, targets);
        await node._nodes.JoinAsync(node.Identity, node._description, DateTimeOffset.UtcNow, Ct);
        node._beating = node.SendHeartbeatAsync();
        return node;
    }

    /// <summary>Starts a queued job, which runs until <see cref="EndAsync"/>.</summary>
    public async Task<Job> StartAsync(Guid job) => (await _jobs.StartAsync(job, Identity, () => DateTimeOffset.UtcNow, [], Ct)).ShouldNotBeNull();

    public Task EndAsync(Job job) => _jobs.RecordAsync(job.Id, job.Lease, new JobEvent.Ended(JobState.Completed, null), DateTimeOffset.UtcNow, Ct);

    /// <summary>Ends as a process that was killed on the machine of the test, which the program finds at once.</summary>
    public async Task KillAsync()
    {
        await StopAsync();
        var process = LeaseHolder.Parse(ThisMachine.Describe([]).Process!)! with { ProcessId = int.MaxValue };
        await _nodes.SendHeartbeatAsync(Identity, _description with { Process = process.ToString() }, DateTimeOffset.UtcNow, Ct);
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _stop.Dispose();
    }

    private async Task StopAsync()
    {
        await _stop.CancelAsync();
        await _beating;
    }

    private async Task SendHeartbeatAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            await _nodes.SendHeartbeatAsync(Identity, _description, DateTimeOffset.UtcNow, CancellationToken.None);
            await Task.Delay(500, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
