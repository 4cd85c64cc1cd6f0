using RedisPerf.Web.Tests;

namespace RedisPerf.Faults;

/// <summary>The data folder of a program that ran two jobs and was stopped.</summary>
public sealed class FilledFolder : IAsyncLifetime
{
    private readonly DataFolder _folder = new();
    private readonly List<string> _ids = [];

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        await using var host = WebHost.StartOn(_folder);
        for (var i = 0; i < 2; i++)
        {
            var id = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
            await host.UntilAsync(id, "completed");
            _ids.Add(id);
        }
    }

    /// <summary>Copies the ledger. The first job is the one to damage.</summary>
    public async Task<(string Damaged, string Intact)> CopyAsync(DataFolder to)
    {
        foreach (var file in Directory.GetFiles(_folder.Path, "ledger.db*"))
        {
            await using var target = File.Create(Path.Combine(to.Path, Path.GetFileName(file)));
            await using var source = File.OpenRead(file);
            await source.CopyToAsync(target, Ct);
        }

        return (_ids[0], _ids[1]);
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }
}
