namespace RedisPerf.Clients.Respite;

/// <summary>The words of the commands.</summary>
internal static class Command
{
    public static readonly byte[] Select = "SELECT"u8.ToArray();
    public static readonly byte[] Hset = "HSET"u8.ToArray();
    public static readonly byte[] Hget = "HGET"u8.ToArray();
    public static readonly byte[] Get = "GET"u8.ToArray();
    public static readonly byte[] Set = "SET"u8.ToArray();
    public static readonly byte[] Mget = "MGET"u8.ToArray();
    public static readonly byte[] Mset = "MSET"u8.ToArray();
    public static readonly byte[] Multi = "MULTI"u8.ToArray();
    public static readonly byte[] Exec = "EXEC"u8.ToArray();
    public static readonly byte[] Script = "SCRIPT"u8.ToArray();
    public static readonly byte[] Load = "LOAD"u8.ToArray();
    public static readonly byte[] Evalsha = "EVALSHA"u8.ToArray();
    public static readonly byte[] One = "1"u8.ToArray();
}
