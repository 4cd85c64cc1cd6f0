using Microsoft.Data.Sqlite;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>The data folder of a program that ran two jobs, was stopped and was started again.</summary>
public sealed class FilledFolder : IAsyncLifetime
{
    private readonly DataFolder _stopped = new();
    private readonly DataFolder _running = new();
    private readonly List<string> _ids = [];
    private WebHost? _host;

    /// <summary>The program that was started again.</summary>
    public WebHost Host => _host ?? throw new InvalidOperationException("The program has not started.");

    /// <summary>The ledger of <see cref="Host"/>.</summary>
    public LedgerRows Rows => new(_running);

    private string Ledger => Path.Combine(_running.Path, "ledger.db");

    private string Snapshot => Path.Combine(_stopped.Path, "snapshot.db");

    public async ValueTask InitializeAsync()
    {
        await using (var host = WebHost.StartOn(_stopped))
        {
            for (var i = 0; i < 2; i++)
            {
                var id = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
                await host.UntilAsync(id, "completed");
                _ids.Add(id);
            }
        }

        await CopyAsync(_running);
        _host = WebHost.StartOn(_running);
        await BackupAsync(Ledger, Snapshot);
    }

    /// <summary>Copies the ledger of the stopped program. The first job is the one to damage.</summary>
    public async Task<(string Damaged, string Intact)> CopyAsync(DataFolder to)
    {
        foreach (var file in Directory.GetFiles(_stopped.Path, "ledger.db*"))
        {
            await using var target = File.Create(Path.Combine(to.Path, Path.GetFileName(file)));
            await using var source = File.OpenRead(file);
            await source.CopyToAsync(target, Ct);
        }

        return (_ids[0], _ids[1]);
    }

    /// <summary>Sets the ledger of <see cref="Host"/> back to its state at the start. The program keeps nothing of it in memory.</summary>
    public async Task<(string Damaged, string Intact)> RestoreAsync()
    {
        await BackupAsync(Snapshot, Ledger);
        return (_ids[0], _ids[1]);
    }

    public async ValueTask DisposeAsync()
    {
        if (_host is not null)
        {
            await _host.DisposeAsync();
        }

        _running.Dispose();
        _stopped.Dispose();
    }

    private static async Task BackupAsync(string from, string to)
    {
        await using var source = new SqliteConnection($"Data Source={from};Pooling=False");
        await using var target = new SqliteConnection($"Data Source={to};Pooling=False");
        await source.OpenAsync(Ct);
        await target.OpenAsync(Ct);
        source.BackupDatabase(target);
    }
}
