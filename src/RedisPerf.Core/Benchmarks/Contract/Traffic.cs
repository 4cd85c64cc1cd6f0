using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The commands that a run sends to the server.</summary>
/// <param name="Bytes">Bytes of all commands on the wire.</param>
/// <param name="Commands">Calls by command in lower case, including those inside a script.</param>
public sealed record Traffic(long Bytes, IReadOnlyDictionary<string, long> Commands)
{
    private static readonly long Multi = RespLength.Command("MULTI".Length) + RespLength.Command("EXEC".Length);

    // After each EXEC the client sends SELECT before its next command.
    internal static readonly long Select = RespLength.Command("SELECT".Length, 1);

    /// <summary>The traffic of a run that uses no server.</summary>
    public static Traffic None { get; } = Of(0);

    /// <param name="bytes">Bytes of all commands on the wire.</param>
    /// <param name="calls">Commands with a count of 0 are omitted.</param>
    public static Traffic Of(long bytes, params IEnumerable<(string Command, long Count)> calls) =>
        new(bytes, calls.Where(call => call.Count > 0).ToDictionary(call => call.Command, call => call.Count));

    /// <summary>The same commands with MULTI and EXEC around each batch, and the SELECT that the client sends between two transactions.</summary>
    /// <param name="batch">Commands in a transaction; the last transaction has the remainder.</param>
    public Traffic InTransactions(int batch)
    {
        var transactions = (Commands.Values.Sum() + batch - 1) / batch;
        var selects = Math.Max(0, transactions - 1);
        return Of(Bytes + (transactions * Multi) + (selects * Select),
            [.. Commands.Select(call => (call.Key, call.Value)), ("select", selects), ("multi", transactions), ("exec", transactions)]);
    }

    /// <summary>These commands and those of another traffic, which has no command in common.</summary>
    internal Traffic And(Traffic other) => new(Bytes + other.Bytes, Commands.Concat(other.Commands).ToDictionary());

    /// <summary>The same commands on a cluster, which has one database: the client sends no SELECT.</summary>
    public Traffic WithoutSelects() => Of(Bytes - (Commands.GetValueOrDefault("select") * Select),
        [.. Commands.Where(call => call.Key != "select").Select(call => (call.Key, call.Value))]);
}
