using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Model;

/// <summary>Cases of tests, at a target and often at a point of one axis of numbers.</summary>
internal static class TestCases
{
    /// <summary>The axis of the points of a job that belongs to no benchmark of the catalogue.</summary>
    public const string Axis = "keys";

    public static Coordinates At(string target, double? point = null, string? client = null, string axis = Axis) =>
        Coordinates.Of(target, client).With(axis, TextOf(point));

    public static CaseKey Key(string strategy, string target, double? point = null, string? client = null, string axis = Axis) =>
        new(strategy, At(target, point, client, axis));

    /// <summary>A case without a summary.</summary>
    public static CaseResult Of(string strategy, string target, double? point, IReadOnlyList<Run> runs, string axis = Axis) =>
        CaseResult.Of(Key(strategy, target, point, axis: axis), runs);

    public static CaseResult AtPoint(this CaseResult @case, double? point, string axis = Axis) => @case.At(axis, TextOf(point));

    /// <summary>The case with another value on an axis.</summary>
    public static CaseResult At(this CaseResult @case, string axis, string? value) => @case with { At = @case.At.With(axis, value) };

    /// <summary>The request with several values of an option.</summary>
    public static JobRequest Varying(this JobRequest request, string option, params double[] values) => request with
    {
        Options = new Dictionary<string, JsonElement>(request.Options) { [option] = JsonSerializer.SerializeToElement(values) },
    };

    /// <summary>The request with several values of the option that its benchmark varies by default.</summary>
    public static JobRequest Varying(this JobRequest request, BenchmarkInfo info, params double[] values)
    {
        var option = info.Options.Find(info.MainAxis!)!;
        var varying = request.Varying(option.Name, values);
        return varying with
        { Axes = [.. varying.Axes.Select(axis => axis.Name == option.Name ? axis with { Label = option.AxisLabel, Unit = option.Unit } : axis)] };
    }

    private static string? TextOf(double? point) => point is { } value ? Coordinates.TextOf(value) : null;
}
