using System.IO.Compression;
using System.Text;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Site;

namespace RedisPerf.Cli.Publishing;

/// <summary>The files of a site. A file with the same content is not written again. The record of the site is written last, so an
/// interrupted call can be repeated.</summary>
internal sealed class SiteFolder
{
    private const string RecordName = "site.json";

    private static readonly JsonSerializerOptions Indented = new(ModelJson.Indented) { RespectNullableAnnotations = true };

    private readonly string _path;

    private SiteFolder(string path, SiteRecord record) => (_path, Record) = (path, record);

    /// <summary>What the site has, as it was written last.</summary>
    public SiteRecord Record { get; }

    /// <summary>The number of files that this call has written.</summary>
    public int Written { get; private set; }

    /// <exception cref="UsageException">The folder has other files, or its record cannot be read.</exception>
    public static async Task<SiteFolder> OpenAsync(string path, CancellationToken ct)
    {
        var record = Path.Combine(path, RecordName);
        if (File.Exists(path))
        {
            throw new UsageException($"--out requires a folder, and {path} is a file.");
        }

        if (!File.Exists(record))
        {
            // A working tree of Git has its own entry.
            return Directory.Exists(path) && Directory.EnumerateFileSystemEntries(path).Any(entry => Path.GetFileName(entry) != ".git")
                ? throw new UsageException(
                    $"--out: the folder {path} has files and no {RecordName}. Choose an empty folder, or one of an earlier call.")
                : new(path, new());
        }

        try
        {
            return new(path, JsonSerializer.Deserialize<SiteRecord>(await File.ReadAllTextAsync(record, ct), Indented) ?? new());
        }
        catch (JsonException exception)
        {
            throw new UsageException($"{record} cannot be read: it is not the record of a site. Choose another folder.", exception);
        }
    }

    public bool Has(string file) => File.Exists(PathOf(file));

    public async Task WriteAsync(string file, byte[] content, CancellationToken ct)
    {
        var path = PathOf(file);
        if (File.Exists(path) && new FileInfo(path).Length == content.Length
            && (await File.ReadAllBytesAsync(path, ct)).AsSpan().SequenceEqual(content))
        {
            return;
        }

        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        await File.WriteAllBytesAsync(path, content, ct);
        Written++;
    }

    public Task WriteAsync(string file, string content, CancellationToken ct) => WriteAsync(file, Encoding.UTF8.GetBytes(content), ct);

    /// <summary>Writes the page of a job, its badge and its document.</summary>
    public async Task WriteAsync(SiteJob job, string page, string badge, JobDocument document, CancellationToken ct)
    {
        using var compressed = new MemoryStream();
        await using (var gzip = new GZipStream(compressed, CompressionLevel.SmallestSize))
        {
            await JsonSerializer.SerializeAsync(gzip, document, DocumentJson.Options, ct);
        }

        await WriteAsync(DocumentOf(job), compressed.ToArray(), ct);
        await WriteAsync(BadgeOf(job), badge, ct);
        await WriteAsync(job.Page, page, ct);
    }

    /// <summary>The document of a job of the site; null when its file is missing or damaged.</summary>
    public async Task<JobDocument?> ReadAsync(SiteJob job, CancellationToken ct)
    {
        try
        {
            return JsonReport.Read(await InputFile.ReadTextAsync(PathOf(DocumentOf(job)), ct));
        }
        catch (Exception exception) when (exception is FormatException || InputFile.IsAbout(exception))
        {
            return null;
        }
    }

    public void Remove(SiteJob job)
    {
        foreach (var file in new[] { job.Page, BadgeOf(job), DocumentOf(job) })
        {
            File.Delete(PathOf(file));
        }
    }

    /// <summary>Removes the pages of a folder that are not in a list.</summary>
    public void RemoveOthers(string folder, IEnumerable<SiteLink> pages)
    {
        if (Directory.Exists(PathOf(folder)))
        {
            foreach (var file in Directory.EnumerateFiles(PathOf(folder), "*.html").Except(pages.Select(page => PathOf(page.Page))).ToArray())
            {
                File.Delete(file);
            }
        }
    }

    public Task SaveAsync(SiteRecord record, CancellationToken ct) => WriteAsync(RecordName, JsonSerializer.Serialize(record, Indented), ct);

    private static string BadgeOf(SiteJob job) => $"{SiteJob.Folder}/{job.Id}.svg";

    private static string DocumentOf(SiteJob job) => $"{SiteJob.Folder}/{job.Id}.json.gz";

    private string PathOf(string file) => Path.GetFullPath(Path.Combine([_path, .. file.Split('/')]));
}

/// <summary>The content of a site.</summary>
internal sealed record SiteRecord
{
    /// <summary>Newest first.</summary>
    public IReadOnlyList<SiteJob> Jobs { get; init; } = [];

    /// <summary>The time of the newest job that did not stay. An older job that is not in the site is not added, unless it is named.</summary>
    public DateTimeOffset? Thinned { get; init; }

    public IReadOnlyList<SiteLink> Trends { get; init; } = [];
    public IReadOnlyList<SiteLink> Comparisons { get; init; } = [];
}
