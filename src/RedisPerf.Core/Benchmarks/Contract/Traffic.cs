using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>What a run sends to the server.</summary>
/// <param name="Bytes">Of all commands on the wire.</param>
/// <param name="Commands">Calls by command in lower case, those inside a script included.</param>
public sealed record Traffic(long Bytes, IReadOnlyDictionary<string, long> Commands)
{
    private static readonly long Multi = RespLength.Command("MULTI".Length) + RespLength.Command("EXEC".Length);

    // After each EXEC the client selects the database again before its next command.
    private static readonly long Select = RespLength.Command("SELECT".Length, 1);

    /// <summary>Of a run that asks no server.</summary>
    public static Traffic None { get; } = Of(0);

    /// <param name="bytes">Of all commands on the wire.</param>
    /// <param name="calls">Those of no call are left out.</param>
    public static Traffic Of(long bytes, params IEnumerable<(string Command, long Count)> calls) =>
        new(bytes, calls.Where(call => call.Count > 0).ToDictionary(call => call.Command, call => call.Count));

    /// <summary>The same commands with MULTI and EXEC around each batch, and the SELECT that the client sends between two transactions.</summary>
    /// <param name="batch">Commands in a transaction; the last one has what is left.</param>
    public Traffic InTransactions(int batch)
    {
        var transactions = (Commands.Values.Sum() + batch - 1) / batch;
        var selects = Math.Max(0, transactions - 1);
        return Of(Bytes + (transactions * Multi) + (selects * Select), [.. Commands.Select(call => (call.Key, call.Value)), ("select", selects), ("multi", transactions), ("exec", transactions)]);
    }
}
