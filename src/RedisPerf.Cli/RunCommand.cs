using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Forecasts;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli;

/// <summary><c>redisperf run insert</c>: runs one job, with an option for each declared option of the benchmark.</summary>
internal sealed class RunCommand
{
    private readonly Option<string[]> _strategies = new("--strategy", "-s")
    { Description = "A strategy to run; can be repeated. See redisperf list.", HelpName = "name" };
    private readonly Option<string[]> _files = PluginArguments.Strategies;
    private readonly Option<string[]> _targets = new("--target", "-t")
    {
        Description =
        "The name of a target, or an address such as 127.0.0.1:6379 or redis://user:password@host:6379; can be repeated. See redisperf targets.",
        HelpName = "target"
    };
    private readonly Option<string[]> _clients = new("--client", "-c")
    { Description = "A version of StackExchange.Redis, or the path of its DLL; can be repeated. See redisperf clients.", HelpName = "client" };
    private readonly Option<string[]> _server = new("--server")
    {
        Description = "A setting of the servers that RedisPerf starts, with one or more values, as in appendfsync=no,always; can be repeated. "
            + "With several values, each target has a server for each of them.",
        HelpName = "name=values"
    };
    private readonly Option<string> _save = new("--save") { Description = "A file for the job's JSON, independent of --format.", HelpName = "file" };
    private readonly Option<string> _payload = new("--payload")
    {
        Description = "A file with your own values instead of generated documents, - for standard input, "
        + "or the SHA-256 of a stored payload. The form is found in the content, which can be compressed with gzip or zstd.",
        HelpName = "file"
    };
    private readonly Option<string> _payloadFormat = Flags.Word(
        "--payload-format", "How the file of --payload is divided into values", PayloadInput.Formats);
    private readonly Option<string> _sample = new("--sample")
    {
        Description = "Measures with values of existing string keys of the target that match a pattern, "
        + "or of the fields of such hashes. Only reads; requires --yes.",
        HelpName = "pattern"
    };
    private readonly Option<int> _sampleCount =
        Flags.Count("--sample-count", PayloadSampler.DefaultCount, "Maximum number of values of the sample.", max: PayloadSampler.MaximumCount);
    private readonly Option<SampleType> _sampleType =
        Flags.Choice<SampleType>("--sample-type", "What the sample has the values of: string keys, or fields of hashes");
    private readonly Option<bool> _yes = new("--yes") { Description = "Confirms that RedisPerf reads the sample and stores it in the data folder." };
    private readonly ProfileOutput _profile = new();
    private readonly Option<bool> _wait = new("--wait")
    { Description = "Waits while another RedisPerf uses the server, instead of ending with an error." };
    private readonly Option<string> _pin = new("--pin")
    {
        Description = "The cores of the servers that RedisPerf starts and of the worker: auto, "
        + "off, or both lists, as in 0-1/2-3. Default: RedisPerf__Pin, or auto.",
        HelpName = "cores"
    };
    private readonly Dictionary<string, Option<string>> _fields;
    private readonly Dictionary<string, Option<string>> _options;
    private readonly IReadOnlyList<Plugin> _plugins;
    // With the strategies of the plug-ins; for a comparison of builds, once those of both are read.
    private BenchmarkInfo _benchmark;
    private Catalogue _catalogue;
    private readonly JobOutput _printed;

    // Null for the command that runs a job without a comparison of builds.
    private readonly BuildOptions? _builds;

    // The defaults of a comparison, whose differences are often small; null without such a preset.
    private readonly Preset? _defaults;
    private readonly TextWriter _error;

    private RunCommand(
        BenchmarkInfo benchmark, Catalogue catalogue, IReadOnlyList<Plugin> plugins, TextWriter output, TextWriter error, BuildOptions? builds = null)
    {
        (_benchmark, _catalogue, _plugins, _printed, _error, _builds) = (benchmark, catalogue, plugins, new(output), error, builds);
        _defaults = builds is null ? null : benchmark.Presets.FirstOrDefault(preset => preset.IsPrecise);
        var described = benchmark with { Runs = _defaults?.Runs ?? benchmark.Runs };
        _fields = RequestFields.WithoutNodes(RequestFields.Of(described)).Where(field => field.Name != RequestFields.Payload).ToDictionary(
            field => field.Name, field => Flags.Create(RequestCommand.FlagOfField(field), field));
        _options = benchmark.Options.Options.ToDictionary(
            option => option.Name, option => Flags.Create(RequestCommand.FlagOf(option), Described(option)));

        OptionInfo Described(OptionInfo option) => _defaults?.Options.TryGetValue(option.Name, out var value) == true
            ? option with { Default = OptionValue.Read(option, value, fromText: false, out _)! }
            : option;
    }

    public static Command Create(Catalogue catalogue, IReadOnlyList<Plugin> plugins, TextWriter output, TextWriter error)
    {
        var command = new Command("run", "Runs a benchmark and prints its summary.");
        foreach (var benchmark in catalogue.Benchmarks)
        {
            command.Add(new RunCommand(benchmark.Info, catalogue, plugins, output, error).ToCommand());
        }

        return command;
    }

    /// <summary><c>redisperf ab --base a/My.dll --head b/My.dll</c>: compares two builds, with the options of the benchmark.</summary>
    public static Command CreateComparison(Catalogue catalogue, TextWriter output, TextWriter error)
    {
        const string Description = "Compares two builds of your strategies, two clients, or two servers, in the same rounds. The base runs "
            + "twice, to show whether this machine finds a difference between equal builds. Defaults: those of the preset for small differences, "
            + "if the benchmark has one.";
        var first = catalogue.Benchmarks[0].Info;
        var command = Of(first).ToCommand("ab", $"{Description} The default benchmark is {first.Name}.");
        foreach (var benchmark in catalogue.Benchmarks)
        {
            command.Add(Of(benchmark.Info).ToCommand());
        }

        return command;

        RunCommand Of(BenchmarkInfo info) => new(info, catalogue, [], output, error, new(output, error));
    }

    private Command ToCommand() => ToCommand(_benchmark.Name, _benchmark.Question);

    private Command ToCommand(string name, string description)
    {
        var command = new Command(name, description) { _strategies, _targets };
        Option[] own = _builds is null ? [_clients, _server, _files] : [_server];
        var printed = _builds?.All ?? _printed.Options;
        foreach (var option in (Option[])[.. own, .. _fields.Values, _save, _wait, _pin, .. _profile.Options, .. printed, .. _options.Values])
        {
            command.Add(option);
        }

        if (_benchmark.CheckPayload is not null)
        {
            command.Add(_payload);
            command.Add(_payloadFormat);
            command.Add(_sample);
            command.Add(_sampleCount);
            command.Add(_sampleType);
            command.Add(_yes);
        }

        if (command.Options.GroupBy(option => option.Name).FirstOrDefault(same => same.Count() > 1) is { Key: var flag })
        {
            throw new UsageException(
                $"A strategy of a file has an option with the flag {flag}, which redisperf {name} has too. Set another Name in its [Option].");
        }

        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var builds = await (_builds?.ReadAsync(parsed, ct) ?? BuildsAsync(parsed, ct));
        _catalogue = Catalogue.Default.With(builds.PluginsOf(builds.Clients is [var first, ..] ? first : null));
        _benchmark = _catalogue.Find(_benchmark.Name)!.Info;
        var given = parsed.GetValue(_targets) ?? [];
        if (builds.Targets is not null && given.Length > 0)
        {
            throw new UsageException($"{_targets.Name} is not valid when --base and --head are servers: they are the targets.");
        }

        var targets = builds.Targets ?? new ChosenTargets(Settings.Targets(), given);
        var cores = parsed.GetValue(_pin) is { } pin
            ? CoreChoice.Parse(pin, _pin.Name)
            : Settings.Pin is { } setting ? CoreChoice.Parse(setting, Settings.PinName)
            : CoreChoice.Auto;
        var save = parsed.GetValue(_save) is { } path ? new SaveFile(path) : null;
        var clients = _builds is null ? ClientCatalogue.Of(Settings.DataFolder).Names : builds.Clients;
        var payloads = new PayloadStore(Settings.DataFolder);
        var draft = await DraftAsync(parsed, targets, payloads, ct) with { Clients = builds.Clients };
        draft = draft with { Strategies = draft.Strategies ?? (builds.Default.Count > 0 ? builds.Default : null) };
        if (draft.Validate(_catalogue, await targets.NamesAsync(ct), out var errors, clients, payloads.Find, targets.Find)
            is not { } request)
        {
            return await UsageErrors.WriteAsync(_error, errors.Select(SentenceOf));
        }

        foreach (var target in request.Targets.Select(name => targets.Find(name)!))
        {
            if (MemoryCheck.Refusal(_catalogue.Find(request.Benchmark)!.Estimate(request).ForRequest(request), target.Name,
                await target.RoomAsync(ct)) is { } refusal)
            {
                return await UsageErrors.WriteAsync(_error, refusal.ToText());
            }
        }

        if ((save?.Refusal() ?? _profile.Refusal(parsed) ?? (_builds is null ? _printed.Refusal(parsed, request, _benchmark) : null)) is { } refused)
        {
            return await UsageErrors.WriteAsync(_error, refused);
        }

        var unused = _benchmark.Options.Options.Where(option => option.IsGeneratedOnly && parsed.GetValue(_options[option.Name]) is not null)
            .Select(option => _options[option.Name].Name).ToList();
        if (request.Payload is not null && unused.Count > 0)
        {
            await _error.WriteLineAsync($"Without effect, because the job has a payload: {string.Join(", ", unused)}.");
        }

        TargetCatalogue.RemoveLeftovers(Settings.DataFolder);
        await TargetCatalogue.RemoveLeftContainersAsync(ct);
        var job = Job.Create(request, RequestedBy.Cli, DateTimeOffset.UtcNow, draft.Note);
        var transcript = new JobTranscript(job, _benchmark);
        var runner = new Runner(_catalogue, targets.Find)
        {
            WorkerProgram = ClientCatalogue.DefaultProgram,
            Cores = cores,
            FindClient = builds.ProgramOf,
            PluginsOf = builds.PluginsOf,
            FindPayload = payloads.FindFile,
            ServerWait = parsed.GetValue(_wait) ? Timeout.InfiniteTimeSpan : TimeSpan.Zero,
        };
        var keys = new LeftKeyRecord(job, targets, _error);
        await keys.RemoveEarlierAsync(ct);
        var speed = MachineSpeed.Load(Settings.DataFolder) ?? MachineSpeed.Reference;
        var duration = JobText.ExpectedDuration(request, DurationForecast.Of(request, _catalogue.Find(request.Benchmark)!, [], speed));
        await _error.WriteLineAsync($"Expected duration: {duration}.");
        await ProgressDisplay.FollowAsync(_error, keys.FollowAsync(runner.RunAsync(job, ct)), transcript);
        var document = transcript.ToDocument();
        await keys.EndAsync(document);
        await _profile.WriteAsync(parsed, document, transcript.Profiles, _error);
        return await ReportAsync(_profile.Complete(parsed, document, transcript.Profiles), save, parsed);
    }

    private async Task<Builds> BuildsAsync(ParseResult parsed, CancellationToken ct) => new(
        await Builds.ReadClientsAsync(parsed.GetValue(_clients) ?? [], ct), [], _ => _plugins, ClientCatalogue.Of(Settings.DataFolder).Find);

    private async Task<JobDraft> DraftAsync(ParseResult parsed, ChosenTargets targets, PayloadStore payloads, CancellationToken ct) => new()
    {
        Benchmark = _benchmark.Name,
        Strategies = parsed.GetValue(_strategies) is { Length: > 0 } strategies ? strategies : null,
        Options = WithDefaults(ValuesOf(_options, parsed)),
        Fields = await FieldsOfAsync(parsed, targets, payloads, ct),
        Targets = targets.Chosen,
        Server = SettingsOf(parsed.GetValue(_server) ?? []),
        FromText = true,
    };

    /// <exception cref="UsageException">A setting has no value.</exception>
    private static Dictionary<string, JsonElement> SettingsOf(IReadOnlyList<string> words)
    {
        var settings = new Dictionary<string, JsonElement>();
        foreach (var word in words)
        {
            if (word.Split('=', 2) is not [{ Length: > 0 } name, { Length: > 0 } values])
            {
                throw new UsageException($"--server must be a name and its values, as in appendfsync=no,always, not \"{FieldError.Shorten(word)}\".");
            }

            settings[name.Trim()] =
                JsonSerializer.SerializeToElement(values.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
        }

        return settings;
    }

    // --runs until-decided is short for --until decided. A file becomes a stored payload, because the job refers to its hash.
    private async Task<Dictionary<string, JsonElement>> FieldsOfAsync(
        ParseResult parsed, ChosenTargets targets, PayloadStore payloads, CancellationToken ct)
    {
        var fields = ValuesOf(_fields, parsed);
        if (fields.TryGetValue(RequestFields.Runs, out var runs) && runs.ValueEquals("until-decided"))
        {
            fields.Remove(RequestFields.Runs);
            fields[RequestFields.Until] = JsonSerializer.SerializeToElement("decided");
        }

        if (_profile.IsRequested(parsed))
        {
            fields[RequestFields.Profile] = JsonSerializer.SerializeToElement("true");
        }

        if (_defaults is not null)
        {
            fields.TryAdd(RequestFields.Runs, JsonSerializer.SerializeToElement(_defaults.Runs.ToString(CultureInfo.InvariantCulture)));
        }

        if (_benchmark.CheckPayload is not null && await PayloadAsync(parsed, targets, payloads, ct) is { } hash)
        {
            fields[RequestFields.Payload] = JsonSerializer.SerializeToElement(hash);
        }

        return fields;
    }

    private async Task<string?> PayloadAsync(ParseResult parsed, ChosenTargets targets, PayloadStore payloads, CancellationToken ct)
    {
        if (parsed.GetValue(_sample) is { } pattern)
        {
            return parsed.GetValue(_payload) is null
                ? (await SampledAsync(pattern, parsed, targets, payloads, ct)).Hash
                : throw new UsageException("Use --payload or --sample, not both.");
        }

        var format = PayloadInput.FormOf(parsed.GetValue(_payloadFormat));
        if (parsed.GetValue(_payload) is not { } payload)
        {
            return format is null ? null : throw new UsageException($"{_payloadFormat.Name} requires --payload.");
        }

        var stored = payloads.Find(payload);
        if (stored is not null && format is not null)
        {
            throw new UsageException($"{_payloadFormat.Name} requires a file: the values of a stored payload are already known.");
        }

        stored ??= await StoredAsync(payload, format, payloads, ct);
        await _error.WriteLineAsync($"Payload {stored.Name}: {JobText.UnderstoodOf(stored)}.");
        return stored.Hash;
    }

    private async Task<PayloadDescription> SampledAsync(
        string pattern, ParseResult parsed, ChosenTargets targets, PayloadStore payloads, CancellationToken ct)
    {
        var (name, refusal) = await targets.OneAsync("--sample", ct);
        var (count, type) = (parsed.GetValue(_sampleCount), parsed.GetValue(_sampleType));
        return name is null ? throw new UsageException(refusal!)
            : !parsed.GetValue(_yes) ? throw PayloadSampler.NotConfirmed(name, pattern, count, type, _yes.Name)
            : await PayloadSampler.StoreAsync(targets.Find(name)!, pattern, count, type, payloads, ct);
    }

    /// <exception cref="UsageException">The file cannot be read.</exception>
    /// <exception cref="PayloadException">It exceeds a bound, or cannot be stored.</exception>
    private static async Task<PayloadDescription> StoredAsync(string path, PayloadForm? form, PayloadStore payloads, CancellationToken ct)
    {
        try
        {
            var isStandardInput = path == InputFile.StandardInput;
            await using var file = isStandardInput ? Console.OpenStandardInput() : File.OpenRead(path);
            return await payloads.AddAsync(isStandardInput ? null : path, await PayloadInput.ReadAsync(file, form, sentWith: null, ct), ct);
        }
        catch (Exception exception) when (InputFile.IsAbout(exception))
        {
            throw new UsageException($"--payload {InputFile.Describe(path, exception)}", exception);
        }
    }

    private async Task<int> ReportAsync(JobDocument document, SaveFile? save, ParseResult parsed)
    {
        var unsaved = save is null ? null : await save.WriteAsync(document);
        var compared = ExitCode.Ok;
        if (_builds is null)
        {
            await _printed.WriteAsync(parsed, document, _benchmark);
        }
        else if (document.Cases.Any(@case => @case.Runs.Count > 0))
        {
            compared = await _builds.WriteAsync(parsed, document, _benchmark);
        }

        foreach (var sentence in new[] { document.Error.ToText(), unsaved }.OfType<string>())
        {
            await _error.WriteLineAsync(sentence);
        }

        return document.State switch
        {
            JobState.Cancelled or JobState.Interrupted => ExitCode.Interrupted,
            JobState.Completed when unsaved is null && document.Cases.All(result => result.Runs.All(run => run.State == RunState.Ok)) => compared,
            _ => ExitCode.RunFailed,
        };
    }

    private string SentenceOf(FieldError error)
    {
        var name = error.Field.Split('.')[^1];
        return error.MessageFor(
            error.Field.StartsWith(Axis.ServerPrefix, StringComparison.Ordinal)
                ? $"{_server.Name} {error.Field[Axis.ServerPrefix.Length..]}"
                : FlagOf(name, error.Field == name ? _fields : _options),
            other => FlagOf(other, _options));

        static string FlagOf(string name, Dictionary<string, Option<string>> flags) =>
            flags.TryGetValue(name, out var option) ? option.Name : $"--{name}";
    }

    private Dictionary<string, JsonElement> WithDefaults(Dictionary<string, JsonElement> given)
    {
        foreach (var (option, value) in _defaults?.Options ?? new Dictionary<string, JsonElement>())
        {
            given.TryAdd(option, JsonSerializer.SerializeToElement(OptionInfo.Text(value)));
        }

        return given;
    }

    private static Dictionary<string, JsonElement> ValuesOf(Dictionary<string, Option<string>> options, ParseResult parsed) => options
        .Select(option => (option.Key, Value: parsed.GetValue(option.Value)))
        .Where(option => option.Value is not null)
        .ToDictionary(option => option.Key, option => JsonSerializer.SerializeToElement(option.Value));
}
