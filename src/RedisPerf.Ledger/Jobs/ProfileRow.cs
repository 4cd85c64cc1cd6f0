using System.Data;
using System.IO.Compression;
using System.Text.Json;
using Dapper;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Jobs;

/// <summary>A row of the table <c>profiles</c>.</summary>
internal sealed record ProfileRow
{
    public required string Profile { get; init; }

    /// <summary>Stores the profile of a case instead of its last one.</summary>
    public static Task<int> SaveAsync(IDbConnection connection, Guid job, CaseProfile profile) => connection.ExecuteAsync(
        """
        INSERT INTO profiles (job_id, strategy, at, profile) VALUES (@JobId, @Strategy, @At, @Profile)
        ON CONFLICT (job_id, strategy, at) DO UPDATE SET profile = excluded.profile
        """,
        new { JobId = job, profile.Case.Strategy, profile.Case.At, Profile = Compress(profile) });

    /// <summary>The profiles of a job.</summary>
    public static async Task<IReadOnlyList<CaseProfile>> OfJobAsync(IDbConnection connection, Guid job) =>
        [.. (await connection.QueryAsync<ProfileRow>("SELECT profile FROM profiles WHERE job_id = @Job ORDER BY strategy, at", new { Job = job }))
            .Select(row => Read(row.Profile))];

    private static string Compress(CaseProfile profile)
    {
        using var bytes = new MemoryStream();
        using (var compressed = new BrotliStream(bytes, CompressionLevel.Optimal, leaveOpen: true))
        {
            JsonSerializer.Serialize(compressed, profile, ModelJson.Options);
        }

        return Convert.ToBase64String(bytes.GetBuffer(), 0, (int)bytes.Length);
    }

    private static CaseProfile Read(string text)
    {
        using var bytes = new BrotliStream(new MemoryStream(Convert.FromBase64String(text)), CompressionMode.Decompress);
        return JsonSerializer.Deserialize<CaseProfile>(bytes, ModelJson.Options)!;
    }
}
