namespace RedisPerf.Clients.Garnet;

/// <summary>The names of commands as the library sends them.</summary>
internal static class Command
{
    public static readonly ReadOnlyMemory<byte> Hset = "$4\r\nHSET\r\n"u8.ToArray();
    public static readonly ReadOnlyMemory<byte> Hget = "$4\r\nHGET\r\n"u8.ToArray();
    public static readonly ReadOnlyMemory<byte> Mset = "$4\r\nMSET\r\n"u8.ToArray();
    public static readonly ReadOnlyMemory<byte> Evalsha = "$7\r\nEVALSHA\r\n"u8.ToArray();
}
