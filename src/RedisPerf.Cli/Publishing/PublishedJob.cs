using System.Security.Cryptography;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Cli.Publishing;

/// <summary>A job that can be published. Its runs are read only if its page is missing or changed.</summary>
/// <param name="At">Its start, or its creation if it never started.</param>
/// <param name="Stays">Whether it is published however old it is.</param>
/// <param name="SourceAsync">Identifies its content.</param>
/// <param name="ReadAsync">The job with its cases; null when it was deleted in the meantime.</param>
internal sealed record PublishedJob(
    Guid Id, DateTimeOffset At, bool Stays, Func<CancellationToken, Task<string>> SourceAsync, Func<CancellationToken, Task<JobDocument?>> ReadAsync)
{
    // The pages of another version can differ.
    private static readonly string Version = typeof(HtmlReport).Assembly.ManifestModule.ModuleVersionId.ToString("N");

    private static readonly JsonSerializerOptions Fields = new(ModelJson.Options) { IncludeFields = true };

    /// <summary>A job of a file.</summary>
    public static PublishedJob Of(JobDocument document) => new(
        document.Id, document.StartedAt ?? document.CreatedAt, true,
        _ => Task.FromResult(IdentifyJson(document)), _ => Task.FromResult<JobDocument?>(document));

    /// <summary>A job of a ledger.</summary>
    /// <param name="job">The job without its cases.</param>
    /// <param name="isNamed">Whether the user named it.</param>
    public static PublishedJob Of(JobLedger ledger, Job job, bool isNamed) => new(
        job.Id, job.StartedAt ?? job.CreatedAt, isNamed || job.Starred,
        // Without the summaries, which take most of the time.
        async ct => IdentifyJson((job with { Progress = null }, await ledger.RunsAsync(job.Id, ct))),
        ct => ledger.FindAsync(job.Id, ct));

    /// <summary>A short text that is equal for equal contents of the same version.</summary>
    public static string Identify(ReadOnlySpan<byte> content) => $"{Version[..8]}-{NameOf(content)}";

    /// <summary>A short name that is equal for equal contents.</summary>
    public static string NameOf(ReadOnlySpan<byte> content) => Convert.ToHexStringLower(SHA256.HashData(content).AsSpan(0, 16));

    private static string IdentifyJson<T>(T content) => Identify(JsonSerializer.SerializeToUtf8Bytes(content, Fields));
}
