
using RedisPerf.Abstractions;

namespace RedisPerf.Core.Targets.Engines;

/// <summary>The names of capabilities that a target may lack. Names of commands, such as <c>bitcount</c>, and of options of commands, such as
/// <c>set ifeq</c>, are used in the same way.</summary>
public static class Capability
{
    /// <summary>Runs Lua scripts.</summary>
    public const string Lua = Need.Lua;

    /// <summary>Reports its CPU time.</summary>
    public const string CpuTime = "cpu-time";

    /// <summary>Reports how much memory its data uses.</summary>
    public const string UsedMemory = "used-memory";

    /// <summary>Reports how many bytes it received.</summary>
    public const string NetInput = "net-input";

    /// <summary>Counts its calls by command.</summary>
    public const string CommandCounts = "command-counts";

    /// <summary>Executes a command, a transaction or a script with keys of several hash slots.</summary>
    public const string SeveralSlots = Need.SeveralSlots;

    /// <summary>Writes a value if the key has another one: Redis 8.4, Valkey 8.1.</summary>
    public const string SetIfeq = "set ifeq";

    /// <summary>RedisPerf started it, so that a job may disturb it. Tested when a job needs it.</summary>
    public const string Started = "started";

    /// <summary>RedisPerf starts it again after its process was killed. Tested when a job needs it.</summary>
    public const string Restart = "restart";

    /// <summary>Whether the name is a command, or an option of one. Commands are tested when a strategy needs them, capabilities always.</summary>
    public static bool IsCommand(string need) =>
        need is not (Lua or CpuTime or UsedMemory or NetInput or CommandCounts or SeveralSlots or Started or Restart);
}
