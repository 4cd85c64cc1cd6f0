using System.CommandLine;
using System.Diagnostics.CodeAnalysis;
using RedisPerf.Cli.Publishing;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Cli;

/// <summary><c>redisperf publish</c>: writes a static site of jobs, or adds to it. The web application may run at the same time.</summary>
internal sealed class PublishCommand
{
    private readonly Option<string> _out = new("--out")
    {
        Description = "The folder of the site, which is created if needed. An earlier site in it gets the new jobs.",
        HelpName = "folder",
        Required = true,
    };
    private readonly Option<string[]> _benchmarks = new("--benchmark")
    { Description = "Publishes jobs of this benchmark; can be repeated. Default: all.", HelpName = "name" };
    private readonly Option<string[]> _schedules = new("--schedule")
    { Description = "Publishes jobs of this schedule, with its trend; can be repeated. Default: all jobs.", HelpName = "name" };
    private readonly Option<string[]> _jobs = new("--job", "-j")
    {
        Description = "Publishes this job: its number or id in the ledger, or its JSON file; can be repeated. "
            + "Without --benchmark and --schedule, only these jobs are added.",
        HelpName = "job",
    };
    private readonly Option<int> _keep =
        Flags.Count("--keep", 400, "The largest number of jobs of the site. Some older jobs are removed; default: 400.", min: 1, max: 10_000);
    private readonly Option<Uri?> _url = new("--url")
    {
        Description = "The address of the site, for the links of its RSS feed. Default: the links are relative.",
        HelpName = "address",
        CustomParser = Flags.Reader(
            (string text, [MaybeNullWhen(false)] out Uri address) => Uri.TryCreate(text.TrimEnd('/') + '/', UriKind.Absolute, out address)
                && address.Scheme is "http" or "https",
            given => $"--url must be an absolute http or https address, not \"{given}\"."),
    };

    private readonly Catalogue _catalogue;
    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private PublishCommand(Catalogue catalogue, TextWriter output, TextWriter error) => (_catalogue, _output, _error) = (catalogue, output, error);

    public static Command Create(Catalogue catalogue, TextWriter output, TextWriter error)
    {
        var publish = new PublishCommand(catalogue, output, error);
        var command = new Command("publish", "Writes a static site of jobs, trends and comparisons, or adds to it.")
        {
            publish._out, publish._benchmarks, publish._schedules, publish._jobs, publish._keep, publish._url,
        };
        command.SetAction(publish.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        string[] benchmarks = parsed.GetValue(_benchmarks) ?? [], schedules = parsed.GetValue(_schedules) ?? [], named = parsed.GetValue(_jobs) ?? [];
        if (benchmarks.FirstOrDefault(name => _catalogue.Find(name) is null) is { } unknown)
        {
            return await UsageErrors.WriteAsync(_error, $"--benchmark: there is no benchmark \"{unknown}\". "
                + $"Valid: {string.Join(", ", _catalogue.Benchmarks.Select(benchmark => benchmark.Info.Name))}.");
        }

        // The number or the id of a job has no extension.
        var files = named.Where(name => File.Exists(name) || Path.HasExtension(name)).ToArray();
        var (isFiltered, wrong) = (benchmarks.Length + schedules.Length > 0, new List<string>());
        try
        {
            var site = await SiteFolder.OpenAsync(parsed.GetRequiredValue(_out), ct);
            var jobs = new List<PublishedJob>();
            foreach (var file in files)
            {
                if (await JobFile.ReadAsync(file, _catalogue, wrong, ct) is { } document)
                {
                    jobs.Add(PublishedJob.Of(document));
                }
            }

            await using var ledger = files.Length == named.Length && named.Length > 0 && !isFiltered
                ? null
                : await JobLedger.OpenExistingAsync(Settings.Ledger, Settings.DataFolder, _catalogue, ct);
            var source = ledger is null ? null : new LedgerSource(ledger, _catalogue, benchmarks, schedules);
            wrong.AddRange(source is null ? [] : await source.FindErrorsAsync(ct));
            foreach (var name in source is null ? [] : named.Except(files))
            {
                if (await source!.FindAsync(name, ct) is { } job)
                {
                    jobs.Add(job);
                }
                else
                {
                    wrong.Add($"--job: the ledger has no job \"{name}\" that has ended. Specify its number, its id or its JSON file.");
                }
            }

            if (wrong.Count > 0)
            {
                return await UsageErrors.WriteAsync(_error, wrong);
            }

            if (source is not null && (isFiltered || named.Length == 0))
            {
                jobs.AddRange(await source.JobsAsync(ct));
            }

            var record = await new SiteBuilder(site, _catalogue, parsed.GetValue(_url))
                .BuildAsync([.. jobs.DistinctBy(job => job.Id)], parsed.GetValue(_keep), source, ct);
            await _output.WriteLineAsync($"The site has {NumberFormat.Count(record.Jobs.Count, "job")}, "
                + $"{NumberFormat.Count(record.Trends.Count, "trend")} and {NumberFormat.Count(record.Comparisons.Count, "comparison")}. "
                + $"{NumberFormat.Count(site.Written, "file")} written.");
            return ExitCode.Ok;
        }
        catch (LedgerException exception)
        {
            return await UsageErrors.WriteAsync(_error, exception.Message);
        }
        catch (OperationCanceledException)
        {
            await _error.WriteLineAsync("Interrupted. The command can be repeated.");
            return ExitCode.Interrupted;
        }
    }
}
