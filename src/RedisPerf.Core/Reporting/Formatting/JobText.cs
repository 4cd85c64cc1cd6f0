using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Forecasts;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>The request, the environment and the exceptional runs of a job as text.</summary>
public static class JobText
{
    /// <summary>Digits of a hash that distinguish the payloads of a user.</summary>
    private const int ShortHash = 8;

    /// <summary><c>#42 insert · 30,000 × 32 KB · local</c>.</summary>
    public static string NameOf(JobReference job) =>
        $"{(job.Number is { } number ? $"#{number} " : "")}{job.Title ?? $"{job.Benchmark} on {string.Join(", ", job.Targets)}"}";

    /// <summary><c>#42 insert · 30 000 × 32 KB · local Redis 7.0.15</c>; the number and the engines when they are known.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static string Heading(JobDocument document, BenchmarkInfo? info) =>
        $"{(document.Number is { } number ? $"#{number} " : "")}{JobTitle.OfWork(document.Request, info)} · {Targets(document)}";

    /// <summary>The progress in whole percent: 100 only at the end; 0 before the first progress.</summary>
    public static int PercentDone(Progress? progress) => (int)((progress?.Fraction ?? 0) * 100);

    /// <summary>The estimated time until a job ends: <c>1 min 20 s left</c>; null while it is not known.</summary>
    public static string? TimeLeft(Progress? progress) => progress?.SecondsLeft is { } seconds ? $"{NumberFormat.RoughDuration(seconds)} left" : null;

    /// <summary>What an interrupted job still has to measure: <c>12 of 48 runs left, about 40 s</c>; null when nothing is left.</summary>
    public static string? RunsLeft(JobDocument document)
    {
        var request = document.Request;
        var done = document.Cases.Sum(@case => @case.Runs.Count);
        // A job that has not reported its progress has a run of each case in each round.
        var total = document.Progress?.Total ?? document.Cases.Count * (request.Runs + request.Warmups);
        var left = total - done;
        if (left <= 0)
        {
            return null;
        }

        var measured = document.Cases.SelectMany(@case => @case.Runs).Select(run => run.Seconds).OfType<double>().ToArray();
        var seconds = document.Progress?.SecondsLeft ?? (measured.Length == 0 ? null : measured.Average() * left);
        var limit = request.Until == RunUntil.Decided ? "at most " : "";
        return $"{limit}{NumberFormat.Whole(left)} of {NumberFormat.Count(total, "run")} left"
            + (seconds is { } time ? $", about {NumberFormat.RoughDuration(time)}" : "");
    }

    /// <summary>The targets with their engines, when those are known: <c>embedded Garnet 2.2.5, local</c>.</summary>
    public static string Targets(JobDocument document) => string.Join(
        ", ", document.Request.Targets.Select(
            name => document.Environment?.Targets.FirstOrDefault(target => target.Name == name) is { } known ? $"{name} {Engine(known)}" : name));

    /// <summary>The request, with the labels of its options.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IEnumerable<(string Name, string Value)> OfRequest(JobDocument document, BenchmarkInfo? info)
    {
        yield return ("benchmark", document.Benchmark);
        foreach (var (name, value) in document.Request.GivenOptions)
        {
            var option = info?.Options.Find(name);
            yield return (option is null ? name : option.Unit is null ? option.Label : $"{option.Label}, {option.Unit}", OptionInfo.Text(value));
        }

        if (document.Request.Payload is { } payload)
        {
            yield return ("payload", PayloadOf(payload));
        }

        yield return ("targets", string.Join(", ", document.Request.Targets));
        if (document.Request.Clients.Count > 0)
        {
            yield return ("clients", string.Join(", ", document.Request.Clients));
        }

        if (document.Request.Baseline is { } baseline)
        {
            yield return ("baseline", baseline);
        }

        yield return ("runs", $"{RoundsOf(document.Request)} after {WarmupsOf(document.Request)}{MethodOf(document)}, seed {document.Request.Seed}");
        yield return ("job", $"{(document.Number is { } number ? $"#{number}, " : "")}{document.Id}, {document.State.ToWord()}");
        yield return ("started", NumberFormat.Time(document.StartedAt));
        yield return ("ended", NumberFormat.Time(document.EndedAt));
        if (document.Resumes > 0)
        {
            yield return ("continued", ContinuedOf(document));
        }

        if (document.Note is { } note)
        {
            yield return ("note", note);
        }
    }

    /// <summary><c>orders.ndjson, 1,000 values, 32.5 MB, SHA-256 0a1b2c3d</c>: enough to distinguish it from another payload.</summary>
    public static string PayloadInShort(PayloadDescription payload) =>
        $"{payload.Name}, {SizeOf(payload)}, SHA-256 {payload.Hash[..ShortHash]}";

    /// <summary><c>1,000 values, 32.5 MB</c>.</summary>
    public static string SizeOf(PayloadDescription payload) => $"{NumberFormat.Count(payload.Values, "value")}, {Size(payload.TotalBytes)}";

    /// <summary>How the form of a payload is found, for the forms that send a file.</summary>
    public const string PayloadForms = "The form is found in the content of the file, not in its name: JSON lines, a JSON array (each item is a "
        + "value), one JSON document, or lines of text, in UTF-8 or UTF-16, also compressed with gzip or zstd. The format replaces it.";

    /// <summary>The content of a payload as RedisPerf understood it: <c>500 values, 29 bytes median, JSON lines</c>.</summary>
    public static string UnderstoodOf(PayloadDescription payload) =>
        $"{NumberFormat.Count(payload.Values, "value")}, {NumberFormat.Count(payload.MedianBytes, "byte")} median"
        + (payload.Form is { } form ? $", {FormOf(form)}" : "");

    /// <summary>The name of a form.</summary>
    public static string FormOf(PayloadForm form) => form switch
    {
        PayloadForm.JsonLines => "JSON lines",
        PayloadForm.JsonArray => "JSON array",
        PayloadForm.JsonDocument => "JSON document",
        PayloadForm.JsonStream => "JSON stream",
        PayloadForm.Text => "lines of text",
        PayloadForm.Value => "whole file",
        _ => throw new ArgumentOutOfRangeException(nameof(form), form, "Not a form."),
    };

    // Sizes are exact: 6 B, not 6.00 B.
    private static string Size(long bytes) => bytes < 1_000 ? $"{NumberFormat.Whole(bytes)} B" : NumberFormat.Bytes(bytes);

    /// <summary>The payload with the distribution of its sizes and its compression.</summary>
    public static string PayloadOf(PayloadDescription payload) =>
        $"{PayloadInShort(payload)}; sizes: minimum {Size(payload.MinimumBytes)}, median {Size(payload.MedianBytes)}, "
        + $"p90 {Size(payload.P90Bytes)}, maximum {Size(payload.MaximumBytes)}; gzip {NumberFormat.Significant(payload.GzipRatio)}×"
        + (payload.Form is { } form ? $"; {FormOf(form)}" : "");

    /// <summary><c>twice</c>: after an interruption, or with added rounds.</summary>
    public static string ContinuedOf(JobDocument document) =>
        document.Resumes switch { 1 => "once", 2 => "twice", var times => $"{NumberFormat.Whole(times)} times" };

    /// <summary>The timed rounds of a request: <c>5</c>, or <c>up to 63</c> when it runs until it is decided.</summary>
    public static string RoundsOf(JobRequest request) => $"{(request.Until == RunUntil.Decided ? "up to " : "")}{NumberFormat.Whole(request.Runs)}";

    /// <summary><c>5 runs</c>, or <c>up to 63 runs</c>.</summary>
    public static string RunsOf(JobRequest request) => $"{RoundsOf(request)} {(request.Runs == 1 ? "run" : "runs")}";

    /// <summary><c>1 warm-up</c>.</summary>
    public static string WarmupsOf(JobRequest request) => NumberFormat.Count(request.Warmups, "warm-up");

    /// <summary><c>, until decided within 10 min</c> after a number of runs; empty for a job with a fixed number.</summary>
    public static string UntilOf(JobRequest request) =>
        request.Until == RunUntil.Decided ? $", until decided within {NumberFormat.RoughDuration(request.BudgetSeconds ?? 0)}" : "";

    /// <summary>The expected duration of a job: <c>3 to 11 min</c>, <c>at most 10 min, until decided</c>.</summary>
    /// <param name="duration">Null when it cannot be estimated.</param>
    /// <returns>Empty when nothing is known.</returns>
    public static string ExpectedDuration(JobRequest request, DurationForecast? duration) =>
        request.Until == RunUntil.Decided ? $"at most {NumberFormat.RoughDuration(request.BudgetSeconds ?? 0)}, until decided"
        : duration is null ? ""
        : NumberFormat.RoughRange(duration.Low, duration.High);

    /// <summary><c>, in 10 slices, until decided within 10 min</c> after a number of runs.</summary>
    public static string MethodOf(JobDocument document) => SlicesOf(document) + UntilOf(document.Request);

    /// <summary><c>, in 10 slices</c> after a number of runs; empty when the runs are measured as a whole. Published code always is.</summary>
    private static string SlicesOf(JobDocument document) =>
        document.Cases.Max(@case => @case.Runs is [var first, ..] ? first.Slices?.Count : null) is { } slices ? $", in {slices} slices" : "";

    public static IEnumerable<(string Name, string Value)> OfEnvironment(JobDocument document)
    {
        if (document.Environment is not { } environment)
        {
            yield break;
        }

        yield return ("machine", $"{environment.Machine}, {environment.Cores} cores, {NumberFormat.Bytes(environment.Memory)} memory");
        if (NodeOf(document) is { } node)
        {
            yield return ("node", node);
        }

        if (environment.LoadNodes.Count > 0)
        {
            yield return ("load from", string.Join("; ", environment.LoadNodes.Select(each => $"{each.Name} on {each.Machine}, {each.Cores} cores")));
        }

        foreach (var fact in OfPrograms(environment))
        {
            yield return fact;
        }

        foreach (var target in environment.Targets)
        {
            yield return ($"target {CoordinatesText.Server(target)}", string.Join(", ", Parts(target)));
        }
    }

    /// <summary>The node that executed the job; null when it has the name of its machine.</summary>
    public static string? NodeOf(JobDocument document) => document.Node == document.Environment?.Machine ? null : document.Node;

    /// <summary>The system, the client, and the cores on which they ran.</summary>
    public static IEnumerable<(string Name, string Value)> OfPrograms(JobEnvironment environment)
    {
        yield return ("system", $"{environment.Os}, {environment.Runtime}");
        if (environment.Platform.Count > 0)
        {
            yield return ("platform", string.Join("; ", environment.Platform.Select(each => $"{each.Key} {each.Value}")));
        }

        yield return ("client", $"{environment.Client}, RedisPerf {environment.Version}");
        foreach (var plugin in environment.Plugins)
        {
            yield return ($"plug-in {plugin.Name}", $"{(plugin.Version is { } version ? $"{version}, " : "")}SHA-256 {plugin.Sha256}");
        }

        if (environment.Pinning is { } pinning)
        {
            yield return ("pinning", pinning.NotPinned is { } reason
                ? $"none. {reason.ToText()}"
                : $"servers on {(pinning.Servers is { } cores ? $"cores {cores}" : "all cores")}, workers on cores {pinning.Workers}");
        }
    }

    /// <summary>For example: <c>Garnet 2.2.5</c>.</summary>
    public static string Engine(TargetEnvironment target) => $"{target.Engine} {target.Version}";

    /// <summary>For example: <c>0.0600 ms</c>.</summary>
    public static string RoundTrip(TargetEnvironment target) => target.RoundTrip is { } seconds ? Milliseconds(seconds) : NumberFormat.NotReported;

    /// <summary>For example: <c>ext4 on /dev/sda1, 0.420 ms for a flush of 4 KB</c>.</summary>
    public static string Disk(DiskEnvironment disk) => $"{disk.FileSystem ?? NumberFormat.NotReported} on "
        + $"{disk.Device ?? NumberFormat.NotReported}, {Milliseconds(disk.SyncSeconds)} for a flush of 4\u00A0KB";

    /// <summary>The value of a setting, with a text for an empty value and for an unknown one.</summary>
    public static string Setting(TargetEnvironment target, string name) => Setting(target.Settings.GetValueOrDefault(name));

    /// <inheritdoc cref="Setting(TargetEnvironment, string)"/>
    public static string Setting(string? value) => value switch
    {
        null => NumberFormat.NotReported,
        "" => "none",
        _ => value,
    };

    /// <summary>The time from the start of a job to its end; null before the end. That of a job that continued includes its
    /// pauses, as the text states.</summary>
    public static string? DurationOf(JobDocument document) => (document.EndedAt - document.StartedAt)?.TotalSeconds is { } seconds
        ? $"{NumberFormat.Duration(seconds)}{(document.Resumes > 0 ? " with its pauses" : "")}"
        : null;

    /// <summary>The failed runs with their reasons. A cancelled run did not fail.</summary>
    public static IEnumerable<string> OfFailedRuns(JobDocument document) =>
        from @case in document.Cases
        from run in @case.Runs
        where run.State == RunState.Failed || run is { State: RunState.Ok, Verified: false }
        let warmup = run.Warmup ? " (warm-up)" : ""
        select $"{CaseText.Name(@case.Key, document.Request.Axes)}, round {run.Round}{warmup}: "
            + $"{RunState.Failed.ToWord()}. {run.Error.ToText() ?? "No reason was reported."}";

    /// <summary>The cases that a target does not support, with the reason.</summary>
    public static IEnumerable<string> OfUnsupportedCases(JobDocument document) =>
        from @case in document.Cases
        where @case.Unsupported is not null
        select $"{CaseText.Name(@case.Key, document.Request.Axes)}: {@case.Unsupported.ToText()}";

    /// <summary>The disturbed timed runs with the reason, and whether they are excluded.</summary>
    public static IEnumerable<string> OfDisturbedRuns(JobDocument document) =>
        from @case in document.Cases
        from run in CaseStatistics.Disturbed(@case)
        select $"{CaseText.Name(@case.Key, document.Request.Axes)}, "
            + $"round {run.Round}{(run.ExcludedByUser ? $" ({CaseText.Disturbed(run)})" : "")}: {run.Disturbed.ToText()}";

    private static IEnumerable<string> Parts(TargetEnvironment target)
    {
        yield return Engine(target);
        yield return $"round trip {RoundTrip(target)}";
        foreach (var name in target.Settings.Keys)
        {
            yield return $"{name}: {Setting(target, name)}";
        }

        if (target.Disk is { } disk)
        {
            yield return $"disk: {Disk(disk)}";
        }

        if (target.RelayCost is { } cost)
        {
            yield return $"overhead of the relay: {Milliseconds(cost)}";
        }
    }

    public static string Milliseconds(double seconds) => $"{NumberFormat.Significant(seconds * 1e3)} ms";
}
