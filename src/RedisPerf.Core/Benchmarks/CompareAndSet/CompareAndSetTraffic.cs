using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>The traffic of a run, from the number of its attempts.</summary>
public static class CompareAndSetTraffic
{
    /// <summary>One GET and one SET per attempt.</summary>
    public static Traffic OfSets(CompareAndSetWorkload workload, int attempts)
    {
        var (key, value) = Lengths(workload);
        return Traffic.Of(attempts * (Get(key) + RespLength.Command("SET".Length, key, value)), ("get", attempts), ("set", attempts));
    }

    /// <summary>One GET and one SET with IFEQ per attempt.</summary>
    public static Traffic OfComparedSets(CompareAndSetWorkload workload, int attempts)
    {
        var (key, value) = Lengths(workload);
        return Traffic.Of(
            attempts * (Get(key) + RespLength.Command("SET".Length, key, value, "IFEQ".Length, value)), ("get", attempts), ("set", attempts));
    }

    /// <summary>One GET and one call of the script per attempt; the script sends a GET, and a SET for each update.</summary>
    public static Traffic OfScripts(CompareAndSetWorkload workload, int attempts)
    {
        var (key, value) = Lengths(workload);
        return Traffic.Of(
            attempts * (Get(key) + RespLength.Command("EVALSHA".Length, 40, 1, key, value, value)),
            ("get", 2L * attempts), ("evalsha", attempts), ("set", workload.Options.Items));
    }

    /// <summary>GET, WATCH and GET per attempt; then UNWATCH if the value has changed, otherwise MULTI, SET and EXEC.</summary>
    /// <param name="workload">The keys and the updates.</param>
    /// <param name="attempts">Attempts of the run.</param>
    /// <param name="changed">Attempts that found another value after WATCH.</param>
    /// <param name="writers">Number of writers.</param>
    public static Traffic OfTransactions(CompareAndSetWorkload workload, int attempts, int changed, int writers)
    {
        var (key, value) = Lengths(workload);
        // Garnet counts the SET of a transaction that it does not execute.
        var (transactions, selects) = (attempts - changed, Math.Max(0, attempts - changed - writers));
        return Traffic.Of(
            (attempts * ((2 * Get(key)) + RespLength.Command("WATCH".Length, key)))
            + (changed * RespLength.Command("UNWATCH".Length))
            + (transactions * (RespLength.Command("MULTI".Length) + RespLength.Command("SET".Length, key, value) + RespLength.Command("EXEC".Length)))
            + (selects * Traffic.Select),
            ("get", 2L * attempts), ("watch", attempts), ("unwatch", changed), ("multi", transactions), ("set", transactions),
            ("exec", transactions), ("select", selects));
    }

    private static long Get(int key) => RespLength.Command("GET".Length, key);

    private static (int Key, int Value) Lengths(CompareAndSetWorkload workload) =>
        (PairTraffic.LengthOf(workload.Keys[0]), workload.Options.PayloadBytes);
}
