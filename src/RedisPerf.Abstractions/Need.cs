namespace RedisPerf.Abstractions;

/// <summary>What a server must support besides single commands.</summary>
public static class Need
{
    /// <summary>Lua scripts.</summary>
    public const string Lua = "lua";

    /// <summary>Commands, transactions and scripts with keys of several hash slots. A cluster does not support them.</summary>
    public const string SeveralSlots = "several-slots";
}
