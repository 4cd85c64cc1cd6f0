using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Payloads;

/// <summary>The payloads of this machine: in the folder <c>payloads</c> of the data folder, a file with the values under its SHA-256, and
/// its description next to it. The web application and the command line share it.</summary>
public sealed class PayloadStore(string dataFolder)
{
    /// <summary>Maximum number of payloads: with <see cref="PayloadInput.MaximumTotalBytes"/> each, they take 6.4 GB.</summary>
    public const int MaximumPayloads = 100;

    private const int MaximumNameLength = 100;
    private const int HashDigits = 64;
    private const string DescriptionEnding = ".json";
    private const string UnfinishedEnding = ".tmp";

    /// <summary>An upload takes less; an older unfinished file is from a killed process.</summary>
    private static readonly TimeSpan MaxUpload = TimeSpan.FromHours(1);

    private readonly string _folder = Path.Combine(dataFolder, "payloads");

    /// <summary>Whether a text can be the hash of a payload.</summary>
    public static bool IsHash(string text) => text.Length == HashDigits && text.All(char.IsAsciiHexDigitLower);

    /// <summary>Stores the values of a file.</summary>
    /// <inheritdoc cref="AddAsync(string?, PayloadSource, IReadOnlyList{byte[]}, CancellationToken)"/>
    public Task<PayloadDescription> AddAsync(string? name, PayloadContent content, CancellationToken ct) =>
        AddAsync(name, content.Form is PayloadForm.Value or PayloadForm.JsonDocument ? PayloadSource.File : PayloadSource.Lines,
            content.Values, content.Form, ct);

    /// <summary>Stores a payload. The same values replace an earlier payload, which can have another name.</summary>
    /// <param name="name">The name of the file; its path is removed. Without a name, an earlier payload keeps its name.</param>
    /// <param name="source">Where the values come from.</param>
    /// <exception cref="PayloadException">A bound is exceeded, there are too many payloads, or the folder cannot be written.</exception>
    public Task<PayloadDescription> AddAsync(string? name, PayloadSource source, IReadOnlyList<byte[]> values, CancellationToken ct) =>
        AddAsync(name, source, values, null, ct);

    private async Task<PayloadDescription> AddAsync(
        string? name, PayloadSource source, IReadOnlyList<byte[]> values, PayloadForm? form, CancellationToken ct)
    {
        PayloadInput.Check(values);
        try
        {
            CreateFolder();
            var unfinished = Path.Combine(_folder, $"{Guid.NewGuid():N}{UnfinishedEnding}");
            await using (var file = File.Create(unfinished))
            {
                PayloadFile.Write(file, values);
                await file.FlushAsync(ct);
            }

            string hash;
            await using (var file = File.OpenRead(unfinished))
            {
                hash = Convert.ToHexStringLower(await SHA256.HashDataAsync(file, ct));
            }

            var stored = Find(hash);
            if (stored is null && List().Count >= MaximumPayloads)
            {
                File.Delete(unfinished);
                throw new PayloadException(Reason.Of(ReasonCode.TooManyPayloads, ("most", MaximumPayloads)));
            }

            var description = Describe(hash, NameOf(name ?? "") ?? stored?.Name ?? DefaultName(source), source, values, ct) with { Form = form };
            File.Move(unfinished, FileOf(hash), overwrite: true);
            await using (var file = File.Create(unfinished))
            {
                await JsonSerializer.SerializeAsync(file, description, ModelJson.Options, ct);
            }

            File.Move(unfinished, FileOf(hash) + DescriptionEnding, overwrite: true);
            return description;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new PayloadException(Reason.Of(ReasonCode.PayloadNotStored, ("folder", _folder), ("message", exception.Message)), exception);
        }
    }

    /// <summary>All payloads, ordered by name.</summary>
    public IReadOnlyList<PayloadDescription> List() => !Directory.Exists(_folder)
        ? []
        : [.. Directory.EnumerateFiles(_folder, $"*{DescriptionEnding}")
            .Select(path => Find(Path.GetFileNameWithoutExtension(path)))
            .OfType<PayloadDescription>()
            .OrderBy(payload => payload.Name, StringComparer.OrdinalIgnoreCase).ThenBy(payload => payload.Hash, StringComparer.Ordinal)];

    /// <summary>The hashes of all payloads. Reads no file.</summary>
    public IReadOnlyList<string> Hashes() => !Directory.Exists(_folder)
        ? []
        : [.. Directory.EnumerateFiles(_folder).Select(path => Path.GetFileName(path)).Where(IsHash).Order(StringComparer.Ordinal)];

    /// <summary>The payload of a hash; null when it is not on this machine.</summary>
    public PayloadDescription? Find(string hash)
    {
        if (FindFile(hash) is not { } path)
        {
            return null;
        }

        try
        {
            return JsonSerializer.Deserialize<PayloadDescription>(File.ReadAllBytes(path + DescriptionEnding), ModelJson.Options);
        }
        catch (Exception exception) when (exception is FileNotFoundException or JsonException)
        {
            // A process that was killed in between left the values alone. The next upload of the same values completes them.
            return null;
        }
    }

    /// <summary>The path of the values of a hash; null when they are not on this machine.</summary>
    public string? FindFile(string hash) => IsHash(hash) && File.Exists(FileOf(hash)) ? FileOf(hash) : null;

    /// <summary>Deletes a payload.</summary>
    /// <returns>False when it is not on this machine.</returns>
    public bool Delete(string hash)
    {
        if (FindFile(hash) is not { } path)
        {
            return false;
        }

        // The description first, so that a payload without its values is never listed.
        File.Delete(path + DescriptionEnding);
        File.Delete(path);
        return true;
    }

    private static PayloadDescription Describe(string hash, string name, PayloadSource source, IReadOnlyList<byte[]> values, CancellationToken ct)
    {
        int[] sizes = [.. values.Select(value => value.Length).Order()];
        var total = sizes.Sum(size => (long)size);
        return new()
        {
            Source = source,
            Hash = hash,
            Name = name,
            Values = sizes.Length,
            TotalBytes = total,
            MinimumBytes = sizes[0],
            MedianBytes = AtShare(sizes, 0.5),
            P90Bytes = AtShare(sizes, 0.9),
            MaximumBytes = sizes[^1],
            GzipRatio = (double)total / GzipLength(values, ct),
        };
    }

    // The smallest size that at least this share of the values does not exceed.
    private static int AtShare(int[] sorted, double share) => sorted[(int)Math.Ceiling(share * sorted.Length) - 1];

    // On one core: a job may start in the meantime.
    private static long GzipLength(IReadOnlyList<byte[]> values, CancellationToken ct)
    {
        var length = 0L;
        using var compressed = new MemoryStream();
        foreach (var value in values)
        {
            ct.ThrowIfCancellationRequested();
            compressed.SetLength(0);
            using (var gzip = new GZipStream(compressed, CompressionLevel.Optimal, leaveOpen: true))
            {
                gzip.Write(value);
            }

            length += compressed.Length;
        }

        return length;
    }

    private static string DefaultName(PayloadSource source) => source == PayloadSource.Lines ? "payload.ndjson" : "payload";

    private static string? NameOf(string name)
    {
        // The name can come from another operating system.
        var last = name[(name.AsSpan().LastIndexOfAny('/', '\\') + 1)..];
        var valid = string.Concat(last.Where(character => !char.IsControl(character))).Trim();
        return valid.Length == 0 ? null : valid.Length <= MaximumNameLength ? valid : valid[..MaximumNameLength];
    }

    // As the data folder, it is accessible to this user only.
    private void CreateFolder()
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(_folder);
        }
        else
        {
            Directory.CreateDirectory(_folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        foreach (var left in Directory.EnumerateFiles(_folder, $"*{UnfinishedEnding}")
            .Where(path => DateTime.UtcNow - File.GetLastWriteTimeUtc(path) > MaxUpload))
        {
            File.Delete(left);
        }
    }

    private string FileOf(string hash) => Path.Combine(_folder, hash);
}
