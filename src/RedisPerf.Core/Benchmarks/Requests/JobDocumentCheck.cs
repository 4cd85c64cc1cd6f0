using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>Checks a job document from outside before it is shown or stored: every list, page and summary relies on its values.</summary>
public sealed class JobDocumentCheck
{
    private const int ErrorsListed = 5;
    private const int MaximumRuns = 100_000;
    private const int MaximumItems = 10_000;
    private const int MaximumName = 300;
    private const int MaximumText = 4_000;
    private const double MinTime = 1e-15;
    private const double MaxTime = 1e7;
    private const double MaxFigure = 1e18;

    private static readonly DateTimeOffset Earliest = new(2000, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset Latest = new(2200, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly List<FieldError> _errors = [];

    private JobDocumentCheck()
    {
    }

    /// <summary>Whether a run can have taken this time in seconds: from a femtosecond to some months, so that no figure overflows.</summary>
    public static bool IsTime(double? seconds) => seconds is >= MinTime and <= MaxTime;

    /// <exception cref="FormatException">A value is invalid. The message names the fields and the valid values.</exception>
    public static void Validate(JobDocument document, Catalogue catalogue)
    {
        var check = new JobDocumentCheck();
        check.CheckJob(document);
        check.CheckRequest(document.Request, catalogue.Find(document.Benchmark));
        check.CheckEnvironment(document.Environment);
        check.CheckCases(document.Cases);
        if (check._errors.Count > 0)
        {
            var rest = check._errors.Count - ErrorsListed;
            throw new FormatException(string.Join(" ", check._errors.Take(ErrorsListed).Select(error => error.Message))
                + (rest > 0 ? $" There are {rest} more errors." : ""));
        }
    }

    private void CheckJob(JobDocument job)
    {
        Require(job.Id.Version == 7, "id", "must be a version 7 UUID.");
        Name("benchmark", job.Benchmark);
        // A job that has not ended can be shown. The import refuses it.
        Require(Enum.IsDefined(job.State), "state", "must be completed, failed, cancelled or interrupted.");
        Require(Enum.IsDefined(job.RequestedBy), "requestedBy", $"must be one of {string.Join(", ", EnumWord.All<RequestedBy>())}.");
        Require(job.Schedule is null or { Length: > 0 and <= MaximumName }, "schedule", $"must have at most {MaximumName} characters.");
        Require(job.Note is null or { Length: <= RequestFields.MaximumNoteLength }, "note",
            $"must be at most {RequestFields.MaximumNoteLength} characters, not {job.Note?.Length}.");
        Time("createdAt", job.CreatedAt);
        Time("startedAt", job.StartedAt);
        Time("endedAt", job.EndedAt);
        Cause("error", job.Error);
        if (job.Progress is { } progress)
        {
            Figure("progress.done", progress.Done);
            Figure("progress.total", progress.Total);
            Figure("progress.fraction", progress.Fraction, 1);
            Figure("progress.secondsLeft", progress.SecondsLeft);
            Cause("progress.current", progress.Current);
        }
    }

    private void CheckRequest(JobRequest request, IBenchmark? benchmark)
    {
        Names("request.strategies", request.Strategies);
        Names("request.targets", request.Targets);
        Names("request.clients", request.Clients);
        Figure("request.runs", request.Runs, MaximumRuns);
        Figure("request.warmups", request.Warmups, MaximumRuns);
        Figure("request.budgetSeconds", request.BudgetSeconds);
        Figure("request.slices", request.Slices, RequestFields.MaximumSlices);
        Figure("request.loadFrom", request.LoadFrom, RequestFields.MaximumLoadFrom);
        Text("request.baseline", request.Baseline);
        Require(request.Options.Count <= 100, "request.options", "must have at most 100 options.");
        foreach (var (name, value) in request.Options)
        {
            Name("request.options", name);
            Require(value.GetRawText().Length <= MaximumText, $"request.options.{FieldError.Shorten(name)}",
                $"must have at most {MaximumText} characters.");
        }

        if (request.Payload is { } payload)
        {
            CheckPayload(payload);
        }

        // Another version may have had other options.
        var wrong = new List<FieldError>();
        benchmark?.Info.Options.Read(request.Options.Where(option => benchmark.Info.Options.Find(option.Key) is not null).ToDictionary(),
            fromText: false, wrong, hasPayload: request.Payload is not null);
        _errors.AddRange(wrong.Select(error => error with { Field = $"request.{error.Field}" }));
    }

    private void CheckPayload(PayloadDescription payload)
    {
        Require(Enum.IsDefined(payload.Source), "request.payload.source", $"must be one of {string.Join(", ", EnumWord.All<PayloadSource>())}.");
        Require(payload.Form is not { } form || Enum.IsDefined(form), "request.payload.form",
            $"must be one of {string.Join(", ", EnumWord.All<PayloadForm>())}.");
        Require(PayloadStore.IsHash(payload.Hash ?? ""), "request.payload.hash", "must be a SHA-256 in lower-case hexadecimal digits.");
        Name("request.payload.name", payload.Name);
        Require(payload.Values >= 1, "request.payload.values", "must be at least 1.");
        Require(payload.TotalBytes >= 1, "request.payload.totalBytes", "must be at least 1.");
        Figure("request.payload.totalBytes", payload.TotalBytes);
        int[] sizes = [1, payload.MinimumBytes, payload.MedianBytes, payload.P90Bytes, payload.MaximumBytes];
        Require(sizes.SequenceEqual(sizes.Order()), "request.payload",
            "must have minimumBytes, medianBytes, p90Bytes and maximumBytes of at least 1, in ascending order.");
        Figure("request.payload.gzipRatio", payload.GzipRatio);
    }

    private void CheckEnvironment(JobEnvironment? environment)
    {
        if (environment is null)
        {
            return;
        }

        foreach (var (field, text) in (ReadOnlySpan<(string, string)>)
        [
            ("machine", environment.Machine), ("os", environment.Os), ("runtime", environment.Runtime), ("client", environment.Client),
            ("version", environment.Version),
            ("pinning.servers", environment.Pinning?.Servers ?? ""), ("pinning.workers", environment.Pinning?.Workers ?? ""),
        ])
        {
            Text($"environment.{field}", text);
        }

        foreach (var (name, value) in environment.Platform)
        {
            Text("environment.platform", name);
            Text("environment.platform", value);
        }

        foreach (var plugin in environment.Plugins)
        {
            Text("environment.plugins.name", plugin.Name);
            if (plugin.Version is { } version)
            {
                Text("environment.plugins.version", version);
            }

            Require(plugin.Sha256 is { Length: 64 } hash && hash.All(char.IsAsciiHexDigitLower), "environment.plugins.sha256",
                "must be 64 lower-case hexadecimal digits.");
        }

        Cause("environment.pinning.notPinned", environment.Pinning?.NotPinned);
        Require(environment.Pinning is not { NotPinned: null, Workers: null }, "environment.pinning", "must have workers, or notPinned.");
        Figure("environment.cores", environment.Cores);
        Figure("environment.memory", environment.Memory);
        Require(environment.Targets.Count <= 100, "environment.targets", "must have at most 100 targets.");
        foreach (var (index, target) in environment.Targets.Index())
        {
            var field = $"environment.targets[{index}]";
            Name($"{field}.name", target.Name);
            Text($"{field}.engine", target.Engine);
            Text($"{field}.version", target.Version);
            Figure($"{field}.roundTrip", target.RoundTrip, MaxTime);
            Figure($"{field}.relayCost", target.RelayCost, MaxTime);
            Require(
                target.Disk is not { } disk || !(disk.Device?.Length > MaximumText || disk.FileSystem?.Length > MaximumText),
                $"{field}.disk", "must have texts of at most 4,000 characters.");
            Figure($"{field}.disk.syncSeconds", target.Disk?.SyncSeconds, MaxTime);
            Require(target.Settings is { Count: <= 100 } && target.Settings.All(setting => setting.Key.Length + setting.Value?.Length <= MaximumText),
                $"{field}.settings", "must have at most 100 settings of at most 4,000 characters.");
            Require(target.MissingCapabilities is { Count: <= 100 }
                && target.MissingCapabilities.All(each => each.Key.Length <= MaximumName && each.Value?.ToString().Length <= MaximumText),
                $"{field}.lacks", "must have at most 100 reasons of at most 4,000 characters.");
        }

        Require(environment.LoadNodes.Count <= RequestFields.MaximumLoadFrom, "environment.loadNodes",
            $"must have at most {RequestFields.MaximumLoadFrom} nodes.");
        foreach (var (index, node) in environment.LoadNodes.Index())
        {
            Name($"environment.loadNodes[{index}].name", node.Name);
            Name($"environment.loadNodes[{index}].machine", node.Machine);
            Figure($"environment.loadNodes[{index}].cores", node.Cores);
        }

        Require(environment.Unsupported.Count <= MaximumItems, "environment.unsupported", $"must have at most {MaximumItems} cases.");
        var keys = new HashSet<CaseKey>();
        foreach (var (index, @case) in environment.Unsupported.Take(MaximumItems).Index())
        {
            var field = $"environment.unsupported[{index}]";
            Name($"{field}.strategy", @case.Strategy);
            Name($"{field}.target", @case.Target);
            Name($"{field}.client", @case.Client ?? "none");
            Cause($"{field}.reason", @case.Reason);
            Require(keys.Add(@case.Key), field, "has the same strategy, target, client and point as another case.");
        }
    }

    private void CheckCases(IReadOnlyList<CaseResult> cases)
    {
        Require(cases.Count <= MaximumItems, "cases", $"must have at most {MaximumItems} cases, not {cases.Count}.");
        Require(cases.Sum(@case => (long)@case.Runs.Count) <= MaximumRuns, "cases", $"must have at most {MaximumRuns} runs.");
        var keys = new HashSet<CaseKey>();
        foreach (var (index, @case) in cases.Take(MaximumItems).Index())
        {
            var field = $"cases[{index}]";
            Name($"{field}.strategy", @case.Strategy);
            Name($"{field}.target", @case.Target);
            Name($"{field}.client", @case.Client ?? "none");
            Figure($"{field}.point", @case.Point);
            Cause($"{field}.unsupported", @case.Unsupported);
            Require(keys.Add(@case.Key), field, "has the same strategy, target, client and point as another case.");
            Require(@case.Runs.DistinctBy(run => run.Round).Count() == @case.Runs.Count, $"{field}.runs", "must have one run for each round.");
            foreach (var (number, run) in @case.Runs.Take(MaximumRuns).Index())
            {
                CheckRun($"{field}.runs[{number}]", run);
            }
        }
    }

    private void CheckRun(string field, Run run)
    {
        Figure($"{field}.round", run.Round, MaximumRuns);
        Require(Enum.IsDefined(run.State), $"{field}.state", "must be ok, failed or cancelled.");
        Require(run.Seconds is null || IsTime(run.Seconds), $"{field}.seconds", Within(MinTime, MaxTime, run.Seconds));
        Require(run.Slices is null || (run.Slices.Count <= RequestFields.MaximumSlices && run.Slices.All(seconds => IsTime(seconds))),
            $"{field}.slices", $"must have at most {RequestFields.MaximumSlices} times in seconds.");
        Require(run.DisturbedSlices is not { } disturbed
            || (run.IsDisturbed && disturbed.All(index => index >= 0 && index < (run.Slices?.Count ?? 0))
                && disturbed.Distinct().Count() == disturbed.Count),
            $"{field}.disturbedSlices", "must have indexes of slices, each once, of a disturbed run.");
        CheckLoad($"{field}.sharedLoad", run.SharedLoad);
        CheckTimeline($"{field}.timeline", run.Timeline);
        Figure($"{field}.encodeSeconds", run.EncodeSeconds, MaxTime);
        Figure($"{field}.operations", run.Operations);
        Figure($"{field}.payloadBytes", run.PayloadBytes);
        Figure($"{field}.wireBytes", run.WireBytes);
        Cause($"{field}.error", run.Error);
        Require(run.Disturbed.Count <= 100, $"{field}.disturbed", "must have at most 100 reasons.");
        foreach (var reason in run.Disturbed)
        {
            Cause($"{field}.disturbed", reason);
        }

        Require(run.Figures is null or { Count: <= 100 }, $"{field}.figures", "must have at most 100 figures.");
        foreach (var (name, value) in run.Figures ?? new Dictionary<string, double>())
        {
            Name($"{field}.figures", name);
            Require(Math.Abs(value) <= MaxFigure, $"{field}.figures.{FieldError.Shorten(name)}", Within(-MaxFigure, MaxFigure, value));
        }

        foreach (var (name, value) in (ReadOnlySpan<(string, double?)>)
        [
            ("client.cpuSeconds", run.Client?.CpuSeconds), ("client.allocatedBytes", run.Client?.AllocatedBytes),
            ("client.peakWorkingSet", run.Client?.PeakWorkingSet),
            ("client.collections", run.Client?.Collections), ("client.poolDelay", run.Client?.PoolDelay), ("client.stolen", run.Client?.Stolen),
            ("client.others", run.Client?.Others), ("client.idle", run.Client?.Idle), ("server.cpuSeconds", run.Server?.CpuSeconds),
            ("server.netInputBytes", run.Server?.NetInputBytes),
            ("server.busiestShardCpuSeconds", run.Server?.BusiestShardCpuSeconds),
        ])
        {
            Figure($"{field}.{name}", value);
        }

        Require(run.Server?.Commands is null or { Count: <= 1_000 }
            && run.Server?.Commands?.Any(calls => calls.Key.Length > MaximumName || calls.Value < 0) != true,
            $"{field}.server.commands", "must have at most 1,000 commands, each with a count that is not negative.");
    }

    private void CheckTimeline(string field, RunTimeline? timeline)
    {
        if (timeline is null)
        {
            return;
        }

        Require(timeline.Step >= MinTime && timeline.Step <= MaxTime, $"{field}.step", Within(MinTime, MaxTime, timeline.Step));
        Name($"{field}.mark", timeline.Mark);
        Figure($"{field}.markedAt", timeline.MarkedAt, MaxTime);
        var count = timeline.PerSecond.Count;
        Require(count <= RunTimeline.MaxPoints && timeline.P50.Count == count && timeline.P99.Count == count && timeline.Errors.Count == count,
            field, $"must have at most {RunTimeline.MaxPoints} intervals, and each figure for each of them.");
        foreach (var value in timeline.P50.Concat(timeline.P99).Concat(timeline.PerSecond.Select(value => (double?)value))
            .Concat(timeline.Errors.Select(value => (double?)value)))
        {
            Figure(field, value);
        }
    }

    private void CheckLoad(string field, SharedLoad? load)
    {
        Require(load is null or { Nodes.Count: >= 1 and <= RequestFields.MaximumLoadFrom }, $"{field}.nodes",
            $"must have from 1 to {RequestFields.MaximumLoadFrom} nodes.");
        Figure($"{field}.startSkew", load?.StartSkew, MaxTime);
        Figure($"{field}.clockError", load?.ClockError, MaxTime);
        Figure($"{field}.speedup", load?.Speedup);
        foreach (var (index, node) in (load?.Nodes ?? []).Index())
        {
            Name($"{field}.nodes[{index}].node", node.Node);
            Figure($"{field}.nodes[{index}].seconds", node.Seconds, MaxTime);
            Figure($"{field}.nodes[{index}].cpuSeconds", node.CpuSeconds);
        }
    }

    private void Figure(string field, double? value, double maximum = MaxFigure) =>
        Require(value is null || (value >= 0 && value <= maximum), field, Within(0, maximum, value));

    private void Time(string field, DateTimeOffset? value) =>
        Require(value is null || (value >= Earliest && value <= Latest), field,
            string.Create(CultureInfo.InvariantCulture, $"must be from {Earliest.Year} to {Latest.Year}."));

    private void Names(string field, IReadOnlyList<string> names)
    {
        Require(names.Count <= 1_000, field, "must have at most 1,000 names.");
        foreach (var name in names)
        {
            Name(field, name);
        }
    }

    private void Name(string field, string? value) =>
        Require(value is { Length: > 0 and <= MaximumName } && !value.Any(char.IsControl), field,
            $"must have from 1 to {MaximumName} characters, without control characters.");

    private void Text(string field, string? value) =>
        Require(value is null or { Length: <= MaximumText }, field, $"must have at most {MaximumText} characters.");

    private void Cause(string field, Reason? reason) => Text(field, reason?.ToString());

    private static string Within(double minimum, double maximum, double? value) =>
        string.Create(CultureInfo.InvariantCulture, $"must be from {minimum} to {maximum}, not {value}.");

    private void Require(bool isValid, string field, string predicate)
    {
        if (!isValid)
        {
            _errors.Add(new(field, $"{field} {predicate}"));
        }
    }
}
