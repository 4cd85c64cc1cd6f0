using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Cluster;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Starts the masters of a cluster on this machine.</summary>
internal static class LocalCluster
{
    /// <summary>The smallest number of masters with which Redis Cluster detects failures.</summary>
    private const int Masters = 3;

    /// <summary>A new cluster waits two seconds before it accepts commands.</summary>
    private static readonly TimeSpan FormLimit = TimeSpan.FromSeconds(20);

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);

    /// <summary>Starts the masters and waits until the cluster accepts commands.</summary>
    /// <param name="program">A redis-server or valkey-server, 7.0 or later, with its cores and settings.</param>
    /// <param name="name">The target's name.</param>
    /// <param name="dataFolder">The parent of <c>servers</c>, which contains the folders of the masters.</param>
    /// <exception cref="TargetException">A master did not start, or the cluster did not form.</exception>
    public static async Task<IReadOnlyList<Shard>> StartAsync(ServerProgram program, string name, string dataFolder, CancellationToken ct)
    {
        var busPorts = new int[Masters];
        var starting = Enumerable.Range(0, Masters).Select(master => ServerProcess.StartAsync(
            program with { Arguments = port => Arguments(port, busPorts[master] = LoopbackPort.FindFree()) }, name, dataFolder, ct)).ToArray();
        await ((Task)Task.WhenAll(starting)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        try
        {
            var masters = await Task.WhenAll(starting).ConfigureAwait(false);
            await FormAsync(name, masters, busPorts, ct).ConfigureAwait(false);
            return [.. masters.Select(master => new Shard(name, master.Address, master))];
        }
        catch
        {
            foreach (var started in starting.Where(each => each.IsCompletedSuccessfully))
            {
                await started.Result.DisposeAsync().ConfigureAwait(false);
            }

            throw;
        }
    }

    // A master on a busy machine is not declared lost. The file of the nodes is in its own folder.
    private static string[] Arguments(int port, int busPort) =>
        [.. ServerFamily.RedisArguments(port), "--cluster-enabled", "yes", "--cluster-port", $"{busPort}", "--cluster-node-timeout", "60000"];

    private static async Task FormAsync(string name, ServerProcess[] masters, int[] busPorts, CancellationToken ct)
    {
        var connections = new List<RespConnection>();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(FormLimit);
        try
        {
            foreach (var (number, master) in masters.Index())
            {
                var connection = await RespConnection.OpenAsync(master.EndPoint, null, null, limit.Token).ConfigureAwait(false);
                connections.Add(connection);
                // Different epochs from the start: otherwise the masters change them during the first runs.
                await connection.CallAsync(limit.Token, "CLUSTER", "SET-CONFIG-EPOCH", Text(number + 1)).ConfigureAwait(false);
                await connection.CallAsync(limit.Token, "CLUSTER", "ADDSLOTSRANGE", Text(number * HashSlot.Count / Masters),
                    Text(((number + 1) * HashSlot.Count / Masters) - 1)).ConfigureAwait(false);
            }

            foreach (var (master, busPort) in masters.Zip(busPorts).Skip(1))
            {
                await connections[0].CallAsync(
                    limit.Token, "CLUSTER", "MEET", Text(master.EndPoint.Address), Text(master.EndPoint.Port), Text(busPort)).ConfigureAwait(false);
            }

            foreach (var connection in connections)
            {
                while (!IsFormed(await connection.CallAsync(limit.Token, "CLUSTER", "INFO").ConfigureAwait(false)))
                {
                    await Task.Delay(PollInterval, limit.Token).ConfigureAwait(false);
                }
            }
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new TargetException(Reason.Of(ReasonCode.ClusterNotFormed, (Reason.Target, name), ("seconds", FormLimit.TotalSeconds)));
        }
        catch (Exception exception) when (exception is IOException or TargetRefusalException)
        {
            throw new TargetException(RedisFailure.Describe(exception, name), exception);
        }
        finally
        {
            foreach (var connection in connections)
            {
                await connection.DisposeAsync().ConfigureAwait(false);
            }
        }
    }

    private static bool IsFormed(RespReply reply) =>
        ServerInfo.Parse(reply.Text ?? "") is var info && info["cluster_state"] == "ok" && info.Number("cluster_known_nodes") == Masters
        && info.Number("cluster_current_epoch") == Masters;

    private static string Text(IFormattable value) => value.ToString(null, CultureInfo.InvariantCulture);
}
