using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers.Plugins;

/// <summary>Finds the strategies of a file in a worker process, because the file can contain any code.</summary>
/// <param name="program">The path of the worker program.</param>
public sealed class PluginReader(string program)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(20);

    /// <summary>Reads several files.</summary>
    /// <param name="files">Paths on this machine, or names of <see cref="BundledPlugins"/>.</param>
    /// <exception cref="TargetException">As for <see cref="ReadAsync"/>, and for files that exclude each other.</exception>
    public async Task<IReadOnlyList<Plugin>> ReadAllAsync(IEnumerable<string> files, CancellationToken ct)
    {
        var plugins = new List<Plugin>();
        foreach (var file in files)
        {
            plugins.Add(await ReadAsync(BundledPlugins.FileOf(file), ct));
        }

        if (plugins.GroupBy(plugin => plugin.Name).FirstOrDefault(same => same.Count() > 1) is { } twice)
        {
            throw new TargetException(Reason.Of(ReasonCode.PluginTwice, ("name", twice.Key)));
        }

        foreach (var (strategy, problem) in PluginRules.FindProblems(plugins.SelectMany(plugin => plugin.Strategies)))
        {
            throw new TargetException(Reason.Of(ReasonCode.PluginStrategyInvalid,
                ("file", StrategyName.PluginOf(strategy.Name)), ("strategy", strategy.Name), ("problem", problem)));
        }

        return plugins;
    }

    /// <summary>Reads a file.</summary>
    /// <param name="path">A path on this machine.</param>
    /// <exception cref="TargetException">The file is no plug-in, or the process ended or did not reply in 20 seconds.</exception>
    public async Task<Plugin> ReadAsync(string path, CancellationToken ct)
    {
        await using var process = ProcessLink.Start(program, cores: null);
        var client = new WorkerClient(process)
        {
            CancelLimit = TimeSpan.FromSeconds(1),
            Silence = _ => Reason.Of(ReasonCode.PluginHung, ("file", Path.GetFileName(path)), ("seconds", Limit.TotalSeconds)),
        };
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(Limit);
        try
        {
            return await client.ExchangeAsync(number => new WorkerMessage.Describe(number, Path.GetFullPath(path)), null, limit.Token) switch
            {
                WorkerMessage.Described described => described.Plugin,
                WorkerMessage.Refused refused => throw new TargetException(refused.Reason),
                var other => throw new InvalidOperationException($"A worker replied {other}."),
            };
        }
        catch (TargetException)
        {
            await process.KillAsync();
            throw;
        }
    }
}
