using System.Globalization;
using System.Text;
using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Jobs;

/// <summary>The events of one execution of a job that the ledger does not have yet, one line of JSON each. Its methods throw
/// <see cref="IOException"/> and <see cref="UnauthorizedAccessException"/>.</summary>
internal sealed class UnsavedFile
{
    /// <summary>The folder of all these files in the data folder.</summary>
    public const string FolderName = "unsaved";

    private const string Ending = ".jsonl";

    // A required value that is null must not reach the ledger.
    private static readonly JsonSerializerOptions Strict = new(ModelJson.Options) { RespectNullableAnnotations = true };

    private readonly string _path;

    // The size of the events; a failed attempt may have written a part of others after them.
    private long _length;

    private UnsavedFile(string path, long length) => (_path, _length) = (path, length);

    /// <summary>The file of an execution that begins.</summary>
    public static UnsavedFile Of(string dataFolder, Job job) =>
        new(Path.Combine(dataFolder, FolderName, string.Create(CultureInfo.InvariantCulture, $"{job.Id:D}.{job.Lease}{Ending}")), 0);

    /// <summary>A file of an earlier process.</summary>
    public static UnsavedFile Left(string path) => new(path, long.MaxValue);

    /// <summary>The paths of the files of earlier processes.</summary>
    public static IReadOnlyList<string> FindLeft(string dataFolder)
    {
        var folder = Path.Combine(dataFolder, FolderName);
        return Directory.Exists(folder) ? Directory.GetFiles(folder, $"*{Ending}") : [];
    }

    /// <summary>The execution, from the name of the file; null for another file. An earlier version wrote no lease.</summary>
    public (Guid Job, long Lease)? Execution => Path.GetFileName(_path).Split('.') switch
    {
        [var name, _] when Guid.TryParse(name, out var job) => (job, 0),
        [var name, var number, _] when Guid.TryParse(name, out var job)
            && long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var lease) => (job, lease),
        _ => null,
    };

    /// <summary>Why the first damaged line could not be read; null when all lines were read.</summary>
    public JsonException? Damage { get; private set; }

    /// <summary>Adds events. When it fails, the file still has those from before.</summary>
    public async Task AppendAsync(IEnumerable<UnsavedEvent> events)
    {
        var lines = Encoding.UTF8.GetBytes(string.Concat(events.Select(kept => JsonSerializer.Serialize(kept.ToLine(), ModelJson.Options) + '\n')));
        Directory.CreateDirectory(Path.GetDirectoryName(_path)!);
        await using var stream = new FileStream(_path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.None, bufferSize: 0);
        stream.SetLength(_length);
        stream.Position = _length;
        await stream.WriteAsync(lines);
        // Some file systems report a full disk only here.
        stream.Flush(flushToDisk: true);
        _length += lines.Length;
    }

    /// <summary>The events in their order, without damaged lines: a process may have ended within its last line.</summary>
    public async Task<IReadOnlyList<UnsavedEvent>> ReadAsync()
    {
        if (_length == 0)
        {
            return [];
        }

        var content = await File.ReadAllBytesAsync(_path);
        var events = new List<UnsavedEvent>();
        foreach (var line in Encoding.UTF8.GetString(content.AsSpan(0, (int)Math.Min(_length, content.Length))).Split(
            '\n', StringSplitOptions.RemoveEmptyEntries))
        {
            try
            {
                events.Add(UnsavedEvent.Of(JsonSerializer.Deserialize<UnsavedLine>(line, Strict)));
            }
            catch (JsonException exception)
            {
                Damage ??= exception;
            }
        }

        return events;
    }

    /// <summary>Deletes the file after its events were stored; a file with damaged lines is kept under another name.</summary>
    /// <returns>The other name; null when the file was deleted.</returns>
    public string? Remove()
    {
        _length = 0;
        if (Damage is not null)
        {
            return Quarantine();
        }

        if (File.Exists(_path))
        {
            File.Delete(_path);
        }

        return null;
    }

    /// <summary>Gives the file a name that no start reads.</summary>
    /// <returns>The name.</returns>
    public string Quarantine()
    {
        var aside = _path + ".damaged";
        File.Move(_path, aside, overwrite: true);
        return aside;
    }
}

/// <summary>An event with its time.</summary>
internal sealed record UnsavedEvent(DateTimeOffset At, JobEvent Event)
{
    public UnsavedLine ToLine() => Event switch
    {
        JobEvent.Started(var environment) => new(At, Environment: environment),
        JobEvent.Progressed(var progress) => new(At, Progress: progress),
        JobEvent.RunEnded(var @case, var run) => new(At, Case: @case, Run: run),
        JobEvent.Profiled(var profile) => new(At, Profile: profile),
        JobEvent.Ended(var state, var error) => new(At, State: state, Error: error),
        _ => throw new InvalidOperationException($"{Event.GetType().Name} is not recorded."),
    };

    /// <exception cref="JsonException">The line has no event.</exception>
    public static UnsavedEvent Of(UnsavedLine? line) => line switch
    {
        { Environment: { } environment } => new(line.At, new JobEvent.Started(environment)),
        { Progress: { } progress } => new(line.At, new JobEvent.Progressed(progress)),
        { Case: { } @case, Run: { } run } => new(line.At, new JobEvent.RunEnded(@case, run)),
        { Profile: { } profile } => new(line.At, new JobEvent.Profiled(profile)),
        { State: { } state } => new(line.At, new JobEvent.Ended(state, line.Error)),
        _ => throw new JsonException("The line has no event."),
    };
}

/// <summary>A line of the file.</summary>
internal sealed record UnsavedLine(DateTimeOffset At, JobEnvironment? Environment = null, Progress? Progress = null, CaseKey? Case = null,
    Run? Run = null, JobState? State = null, Reason? Error = null, CaseProfile? Profile = null);
