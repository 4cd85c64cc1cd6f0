using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Nodes;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Pages.NewRun;

/// <summary>Makes the estimate of a job from the values of a form, the targets, and the times of earlier jobs.</summary>
public sealed class Forecaster(Catalogue catalogue, TargetBoard board, AddedTargets added, NodeBoard nodes, ClientCatalogue clients,
    JobHistory history, IOptions<RedisPerfOptions> options)
{
    /// <summary>The address of RedisPerf in the user's browser. It ends with a slash.</summary>
    public static Uri ServerOf(HttpRequest request) => new($"{request.Scheme}://{request.Host}{request.PathBase}/");

    /// <param name="form">The values.</param>
    /// <param name="server">The address of RedisPerf.</param>
    public async Task<Forecast> ForAsync(RunForm form, Uri server, CancellationToken ct)
    {
        var link = new Uri(server, form.ToQuery((await board.DefaultAsync())?.Name).TrimStart('/'));
        var draft = form.ToDraft();
        var request = draft.Validate(
            catalogue, await nodes.TargetsForAsync(draft.Node, ct), out var errors, clients.Names, await nodes.PayloadsAsync(ct), board.Find);
        if (request is not null && await nodes.CheckAsync(request, ct) is { } error)
        {
            (request, errors) = (null, [error]);
        }

        if (request is null)
        {
            return new("wrong", "The estimate appears when all fields are valid.",
                [.. errors.Select(error => error with { Field = RunFields.FieldOf(error) })],
                link)
            { Sizes = form.Sizes, Varied = form.Varied };
        }

        var note = draft.Note;
        var forecast = new Forecast("ok", "", [], link)
        {
            Sizes = form.Sizes,
            Varied = form.Varied,
            Command = RequestCommand.Redisperf(
                request with { Targets = [.. request.Targets.Select(target => added.CommandLineNameOf(target) ?? target)] }, note, form.Benchmark),
            CommandNote = Forecast.NoteOnTargets([.. request.Targets.Where(target => added.CommandLineNameOf(target) is null)]),
            Curl = RequestCommand.Curl(request, note, form.Benchmark, server, options.Value.AccessToken is not null),
        };

        var benchmark = catalogue.Find(request.Benchmark)!;
        var estimate = benchmark.Estimate(request).ForRequest(request);
        var duration = DurationForecast.Of(request, benchmark, await history.RecentAsync(request.Benchmark, await MachineOfAsync(request, ct), ct));
        var free = "";
        foreach (var target in nodes.MayMeasureHere(request) ? request.Targets : [])
        {
            var room = await board.RoomAsync(target, ct);
            if (MemoryCheck.Refusal(estimate, target, room) is { } refusal)
            {
                var known = room.Bytes is { } all ? $"; {target} has {NumberFormat.Bytes(all)} free" : "";
                return forecast with
                {
                    Level = "over",
                    Sentence = Forecast.Describe(request, form.Benchmark, estimate, known, duration),
                    Errors = [new($"options.{estimate.SizeOption}", refusal.ToText())]
                };
            }

            if (room.Bytes is { } bytes && MemoryCheck.Needed(estimate, room) > bytes / 2)
            {
                forecast = forecast with { Level = "tight" };
                free = $" of the {NumberFormat.Bytes(bytes)} that {target} has free";
            }
        }

        return forecast with { Sentence = Forecast.Describe(request, form.Benchmark, estimate, free, duration) };
    }

    private async Task<string> MachineOfAsync(JobRequest request, CancellationToken ct) =>
        !nodes.MayMeasureHere(request) && await nodes.FindAsync(request.Node!, ct) is { } node ? node.Description.Machine : Environment.MachineName;
}
