namespace RedisPerf.Core.Proofs.Targets;

/// <summary>The users of docs/targets.md.</summary>
internal static class LeastRights
{
    /// <summary>The command that creates a user.</summary>
    public static async Task<string[]> RulesAsync(string user = "redisperf")
    {
        var lines = await File.ReadAllLinesAsync(Path.Combine(Repository.Root, "docs", "targets.md"), TestContext.Current.CancellationToken);
        var rules = lines
            .SkipWhile(line => !line.StartsWith($"ACL SETUSER {user} ", StringComparison.Ordinal))
            .TakeWhile(line => !line.StartsWith("```", StringComparison.Ordinal));
        return string.Join(' ', rules).Split(' ', StringSplitOptions.RemoveEmptyEntries);
    }
}
