using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>Empties a key without losing concurrent writes.</summary>
public static class KeyRenaming
{
    /// <summary>Renames a key atomically to a name that no other client uses. Later writes create the key again, and the renamed key does
    /// not change and can be read in parts.</summary>
    /// <returns>False when the key does not exist.</returns>
    public static async Task<bool> TryRenameAsync(this IDatabase database, RedisKey key, RedisKey aside)
    {
        try
        {
            await database.KeyRenameAsync(key, aside);
            return true;
        }
        catch (RedisServerException exception) when (IsNoSuchKey(exception))
        {
            return false;
        }
    }

    /// <summary>Whether the server's error means that the key to rename does not exist.</summary>
    public static bool IsNoSuchKey(RedisServerException exception) => exception.Message.Contains("no such key", StringComparison.OrdinalIgnoreCase);
}
