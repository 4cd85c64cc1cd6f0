using System.Data.Common;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Ledger.Tests;

/// <summary>A ledger of one test. A class of tests has a nested class for each storage.</summary>
public abstract class LedgerTest(LedgerStorage storage) : IAsyncLifetime
{
    private JobLedger? _ledger;

    protected static DateTimeOffset Now { get; } = new(2026, 11, 21, 10, 0, 0, TimeSpan.Zero);

    protected string Folder => storage.Folder;

    /// <summary>The value of <c>RedisPerf__Ledger</c>.</summary>
    protected string Setting => storage.Ledger;

    protected static NodeIdentity Node { get; } = new("here", Guid.NewGuid(), "machine");

    protected RecoveryLedger Recoveries => new(Ledger);

    protected JobLedger Ledger => _ledger ?? throw new InvalidOperationException("The ledger is closed.");

    public virtual async ValueTask InitializeAsync()
    {
        await storage.CreateAsync(Ct);
        await OpenAsync();
    }

    public virtual async ValueTask DisposeAsync()
    {
        await CloseAsync();
        await storage.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    // Lists compare by their content.
    protected static string Json<T>(T value) => JsonSerializer.Serialize(value, ModelJson.Options);

    protected async Task OpenAsync() => _ledger = await JobLedger.OpenAsync(storage.Ledger, Folder, SampleBenchmark.Catalogue, Ct);

    protected async Task CloseAsync()
    {
        if (_ledger is { } open)
        {
            _ledger = null;
            await open.DisposeAsync();
        }
    }

    protected async Task<Job> QueuedAsync(int secondsLater = 0)
    {
        var job = SampleBenchmark.Job(Now.AddSeconds(secondsLater));
        await Ledger.EnqueueAsync(job, int.MaxValue, Ct);
        return job;
    }

    protected async Task<Job> RunningAsync(int secondsLater = 0)
    {
        var job = await QueuedAsync(secondsLater);
        return (await Ledger.StartAsync(job.Id, Node, () => Now.AddSeconds(secondsLater + 1), [], Ct)).ShouldNotBeNull();
    }

    protected async Task<Job> EndedAsync(int secondsLater = 0, JobState state = JobState.Completed)
    {
        var job = await RunningAsync(secondsLater);
        await RecordAsync(job, SampleBenchmark.Ran("quick", 1, 1.5), new JobEvent.Ended(state, null));
        return job;
    }

    protected async Task RecordAsync(Job job, params JobEvent[] events)
    {
        var lease = (await Ledger.FindJobAsync(job.Id, Ct)).ShouldNotBeNull().Lease;
        foreach (var jobEvent in events)
        {
            await Ledger.RecordAsync(job.Id, lease, jobEvent, Now.AddMinutes(1), Ct);
        }
    }

    /// <summary>Keeps all writers of the ledger waiting until it is disposed.</summary>
    protected async Task<IAsyncDisposable> LockAsync()
    {
        var connection = await ConnectAsync();
        await using var command = connection.CreateCommand();
        command.CommandText = storage.Lock;
        await command.ExecuteNonQueryAsync(Ct);
        return connection;
    }

    /// <summary>Opens the database directly.</summary>
    protected async Task<DbConnection> ConnectAsync()
    {
        var connection = storage.Connect();
        await connection.OpenAsync(Ct);
        return connection;
    }
}
