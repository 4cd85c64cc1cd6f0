using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>How a key is emptied without losing what others write to it meanwhile.</summary>
public static class MovingAside
{
    /// <summary>
    /// Gives a key a name that nobody else knows, in one step: what is written afterwards makes the key anew, and what was
    /// moved changes no more and can be read at leisure.
    /// </summary>
    /// <returns>False when there is no such key.</returns>
    public static async Task<bool> MoveAsideAsync(this IDatabase database, RedisKey key, RedisKey aside)
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

    /// <summary>Whether a server's error says that there is nothing to be renamed.</summary>
    public static bool IsNoSuchKey(RedisServerException exception) => exception.Message.Contains("no such key", StringComparison.OrdinalIgnoreCase);
}
