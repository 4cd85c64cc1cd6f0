using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Pages.NewRun;

/// <summary>The estimate of the job that the form starts.</summary>
/// <param name="Level"><c>ok</c>; <c>tight</c> above half of the target's free memory; <c>over</c> when it cannot store the job; <c>wrong</c> while a field is invalid.</param>
/// <param name="Sentence">The line next to the button.</param>
/// <param name="Errors">The errors, by field.</param>
/// <param name="Link">The address of the form with these values.</param>
public sealed record Forecast(string Level, string Sentence, IReadOnlyList<FieldError> Errors, Uri Link)
{
    /// <summary>The <c>redisperf</c> command that runs the same job; null while a field is invalid.</summary>
    public string? Command { get; private init; }

    /// <summary>The <c>curl</c> command that starts the same job; null while a field is invalid.</summary>
    public string? Curl { get; private init; }

    /// <summary>The address of RedisPerf as the user's browser knows it.</summary>
    public static Uri ServerOf(HttpRequest request) => new($"{request.Scheme}://{request.Host}");

    /// <param name="form">The values.</param>
    /// <param name="catalogue">The benchmarks.</param>
    /// <param name="board">The targets.</param>
    /// <param name="server">The address of RedisPerf.</param>
    /// <param name="ct">Cancels the estimate.</param>
    public static async Task<Forecast> ForAsync(RunForm form, Catalogue catalogue, TargetBoard board, Uri server, CancellationToken ct)
    {
        var link = new Uri(server, form.ToQuery((await board.DefaultAsync())?.Name));
        var request = form.ToDraft().Validate(catalogue, await board.NamesAsync(), out var errors);
        if (request is null)
        {
            return new("wrong", "The estimate appears when all fields are valid.", errors, link);
        }

        var note = form.ToDraft().Note;
        var forecast = new Forecast("ok", "", [], link)
        {
            Command = RequestCommand.Redisperf(request, note, form.Benchmark),
            Curl = RequestCommand.Curl(request, note, form.Benchmark, server),
        };

        var estimate = catalogue.Find(request.Benchmark)!.Estimate(request);
        var free = "";
        foreach (var target in request.Targets)
        {
            var room = await board.RoomAsync(target, ct);
            if (MemoryCheck.Refusal(estimate, target, room) is { } refusal)
            {
                var known = room.Bytes is { } all ? $"; {target} has {NumberFormat.Bytes(all)} free" : "";
                return forecast with { Level = "over", Sentence = Describe(request, form.Benchmark, estimate, known), Errors = [new($"options.{estimate.SizeOption}", refusal.ToText())] };
            }

            if (room.Bytes is { } bytes && MemoryCheck.Needed(estimate, room) > bytes / 2)
            {
                forecast = forecast with { Level = "tight" };
                free = $" of the {NumberFormat.Bytes(bytes)} that {target} has free";
            }
        }

        return forecast with { Sentence = Describe(request, form.Benchmark, estimate, free) };
    }

    private static string Describe(JobRequest request, BenchmarkInfo info, JobEstimate estimate, string free)
    {
        var strategies = request.Strategies.Count(name => info.FindStrategy(name) is { IsFloor: false });
        var cases = (strategies + (info.Floor is null ? 0 : 1)) * request.Targets.Count * estimate.Points;
        var runs = $"{(info.Sweep is null ? "" : "about ")}{Cells.Count(cases * (request.Runs + request.Warmups))} runs";
        // The runs of a sweep differ in size: only the largest is known here.
        var all = info.Sweep is null ? $", {NumberFormat.Bytes((double)estimate.PayloadBytes * cases * (request.Runs + request.Warmups))} in total" : "";
        return $"{(info.Sweep is null ? "≈" : "up to")} {NumberFormat.Bytes(estimate.PayloadBytes)} per run · the server needs {NumberFormat.Bytes(estimate.ServerMemoryBytes)}{free} · {runs}{all}";
    }
}
