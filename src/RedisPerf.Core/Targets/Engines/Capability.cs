
namespace RedisPerf.Core.Targets.Engines;

/// <summary>The words for what a target may lack; beside them stand the names of commands, as in <c>bitcount</c>.</summary>
public static class Capability
{
    /// <summary>Runs Lua scripts.</summary>
    public const string Lua = "lua";

    /// <summary>Takes a connection that is not encrypted.</summary>
    public const string BareSocket = "bare-socket";

    /// <summary>Tells its CPU time.</summary>
    public const string CpuTime = "cpu-time";

    /// <summary>Tells how much memory its data takes.</summary>
    public const string UsedMemory = "used-memory";

    /// <summary>Tells how many bytes it received.</summary>
    public const string NetInput = "net-input";

    /// <summary>Counts its calls by command.</summary>
    public const string CommandCounts = "command-counts";

    /// <summary>Whether the word is a command's name: that is asked for when a strategy needs it, the others always.</summary>
    public static bool IsCommand(string need) => need is not (Lua or BareSocket or CpuTime or UsedMemory or NetInput or CommandCounts);
}
