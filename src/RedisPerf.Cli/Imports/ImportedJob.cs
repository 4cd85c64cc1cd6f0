using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Cli.Imports;

/// <summary>A job made of a file of another program.</summary>
/// <param name="Document">The job.</param>
/// <param name="Skipped">The number of results in the file that have no usable time.</param>
internal sealed record ImportedJob(JobDocument Document, int Skipped = 0)
{
    private const int MaximumName = 300;

    /// <summary>The environment of a program that does not report where it ran.</summary>
    public static JobEnvironment UnknownEnvironment(string client) => new()
    {
        Machine = NumberFormat.NotReported,
        Cores = 0,
        Memory = null,
        Os = NumberFormat.NotReported,
        Runtime = NumberFormat.NotReported,
        Client = client,
        Version = NumberFormat.NotReported,
        Targets = [],
    };

    /// <summary>A completed job.</summary>
    /// <param name="content">The content of the file, which identifies the job.</param>
    /// <param name="benchmark">The name of the benchmark; the catalogue does not have it.</param>
    /// <param name="cases">At least one case.</param>
    public static JobDocument Create(string content, string benchmark, string? note, string target, DateTimeOffset startedAt, DateTimeOffset endedAt,
        JobEnvironment environment, IReadOnlyList<CaseResult> cases, IReadOnlyDictionary<string, JsonElement>? options = null) => new()
        {
            Id = IdOf(content, startedAt),
            Benchmark = benchmark,
            State = JobState.Completed,
            RequestedBy = RequestedBy.Cli,
            Note = note,
            Request = new()
            {
                Benchmark = benchmark,
                Strategies = [.. cases.Select(@case => @case.Strategy)],
                Options = options ?? new Dictionary<string, JsonElement>(),
                Targets = [target],
                Runs = cases.Max(@case => @case.Runs.Count),
                Warmups = 0,
                Seed = 0,
            },
            CreatedAt = startedAt,
            StartedAt = startedAt,
            EndedAt = endedAt,
            Environment = environment,
            Cases = cases,
        };

    /// <summary>A text as the name of a case: without control characters, and not too long.</summary>
    public static string NameOf(string text)
    {
        var name = string.Concat(text.Select(character => char.IsControl(character) ? ' ' : character)).Trim();
        return name.Length <= MaximumName ? name : $"{name[..(MaximumName - 1)]}…";
    }

    /// <summary>A name that no other case has: with a number when another case has it.</summary>
    public static string Unique(string text, HashSet<string> taken)
    {
        var name = NameOf(text);
        var unique = name;
        for (var number = 2; !taken.Add(unique); number++)
        {
            var ending = $" ({number})";
            unique = name[..Math.Min(name.Length, MaximumName - ending.Length)] + ending;
        }

        return unique;
    }

    // A version 7 UUID, which sorts by time. Its random part is a hash of the content, so that the same file always gives the
    // same job.
    private static Guid IdOf(string content, DateTimeOffset time)
    {
        var bytes = SHA256.HashData(Encoding.UTF8.GetBytes(content)).AsSpan(0, 16);
        Span<byte> milliseconds = stackalloc byte[8];
        BinaryPrimitives.WriteInt64BigEndian(milliseconds, time.ToUnixTimeMilliseconds());
        milliseconds[2..].CopyTo(bytes);
        bytes[6] = (byte)(0x70 | (bytes[6] & 0x0F));
        bytes[8] = (byte)(0x80 | (bytes[8] & 0x3F));
        return new(bytes, bigEndian: true);
    }
}
