using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Web.Background;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Nodes;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Pages.NewRun;

/// <summary>Makes the estimate of a job from the values of a form, the targets, and the times of earlier jobs.</summary>
public sealed class Forecaster(Catalogue catalogue, TargetBoard board, AddedTargets added, NodeBoard nodes, ClientCatalogue clients,
    PayloadBoard payloads, DurationForecasts durations, IOptions<RedisPerfOptions> options)
{
    /// <summary>The address of RedisPerf in the user's browser. It ends with a slash.</summary>
    public static Uri ServerOf(HttpRequest request) => new($"{request.Scheme}://{request.Host}{request.PathBase}/");

    /// <param name="form">The values.</param>
    /// <param name="server">The address of RedisPerf.</param>
    public async Task<Forecast> ForAsync(RunForm form, Uri server, CancellationToken ct)
    {
        var target = (await board.DefaultAsync())?.Name;
        var link = new Uri(server, form.ToQuery(target).TrimStart('/'));
        var draft = form.ToDraft();
        var (request, errors) = await ValidateAsync(draft, ct);
        if (request is not null && await nodes.CheckAsync(request, ct) is { } error)
        {
            (request, errors) = (null, [error]);
        }

        var payload = payloads.Find(form[RequestFields.Payload]) is { } chosen ? $"{chosen.Name} · {JobText.UnderstoodOf(chosen)}" : null;
        var presets = await TimesOfPresetsAsync(form, target, ct);
        if (request is null)
        {
            return new("wrong", "The estimate appears when all fields are valid.",
                [.. errors.Select(error => error with { Field = RunFields.FieldOf(error) })],
                link)
            { Sizes = form.Sizes, Varied = form.Varied, Presets = presets, Payload = payload };
        }

        var (note, duration) = (draft.Note, await durations.OfAsync(request, await MachineOfAsync(request, ct), ct));
        var forecast = new Forecast("ok", "", [], link)
        {
            Sizes = form.Sizes,
            Varied = form.Varied,
            Presets = presets,
            Payload = payload,
            Duration = request.Until == RunUntil.Decided ? null : duration,
            Time = JobText.ExpectedDuration(request, duration),
            Command = RequestCommand.Redisperf(
                request with { Targets = [.. request.Targets.Select(target => added.CommandLineNameOf(target) ?? target)] }, note, form.Benchmark),
            CommandNote = Forecast.NoteOnTargets([.. request.Targets.Where(target => added.CommandLineNameOf(target) is null)]),
            Curl = RequestCommand.Curl(request, note, form.Benchmark, server, options.Value.AccessToken is not null),
        };

        var benchmark = catalogue.Find(request.Benchmark)!;
        var estimate = benchmark.Estimate(request).ForRequest(request);
        var free = "";
        foreach (var name in nodes.MayMeasureHere(request) ? request.Targets : [])
        {
            var room = await board.RoomAsync(name, ct);
            if (MemoryCheck.Refusal(estimate, name, room) is { } refusal)
            {
                var known = room.Bytes is { } all ? $"; {name} has {NumberFormat.Bytes(all)} free" : "";
                return forecast with
                {
                    Level = "over",
                    Sentence = Forecast.Describe(request, form.Benchmark, estimate, known),
                    Errors = [new($"options.{estimate.SizeOption}", refusal.ToText())]
                };
            }

            if (room.Bytes is { } bytes && MemoryCheck.Needed(estimate, room) > bytes / 2)
            {
                forecast = forecast with { Level = "tight" };
                free = $" of the {NumberFormat.Bytes(bytes)} that {name} has free";
            }
        }

        return forecast with { Sentence = Forecast.Describe(request, form.Benchmark, estimate, free) };
    }

    private async Task<(JobRequest? Request, IReadOnlyList<FieldError> Errors)> ValidateAsync(JobDraft draft, CancellationToken ct)
    {
        var request = draft.Validate(
            catalogue, await nodes.TargetsForAsync(draft.Node, ct), out var errors, clients.Names, await nodes.PayloadsAsync(ct), board.Find);
        return (request, errors);
    }

    // With the strategies and the targets of the form, as the buttons of the presets keep them.
    private async Task<IReadOnlyDictionary<string, string>> TimesOfPresetsAsync(RunForm form, string? target, CancellationToken ct)
    {
        var requests = new List<(string Name, JobRequest Request)>();
        foreach (var preset in form.Benchmark.Presets)
        {
            var (request, _) = await ValidateAsync(form.WithOnly(preset, target).ToDraft(), ct);
            if (request is not null)
            {
                requests.Add((preset.Name, request));
            }
        }

        var all = await durations.OfAsync([.. requests.Select(each => each.Request)], ct);
        return requests.Zip(all).Where(each => each.Second is not null)
            .ToDictionary(each => each.First.Name, each => NumberFormat.RoughTimeOf(each.Second!.Seconds));
    }

    private async Task<string> MachineOfAsync(JobRequest request, CancellationToken ct) =>
        !nodes.MayMeasureHere(request) && await nodes.FindAsync(request.Node!, ct) is { } node ? node.Description.Machine : Environment.MachineName;
}
