using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>The words for the coordinates of cases. They name what differs within the job; the axis of the curve is shown apart.</summary>
public static class CoordinatesText
{
    /// <summary>The axes that differ within the job, each with a column in the tables of cases and runs; that of the curve is the last one.</summary>
    public static IReadOnlyList<Axis> Columns(JobRequest request) =>
        [.. Shown(request), .. request.Curve is { } curve ? [curve] : Array.Empty<Axis>()];

    /// <summary>A cell of the column of an axis; a dash when the axis does not affect the strategy.</summary>
    public static string Cell(Coordinates at, Axis axis) => at[axis.Name] is { } value ? Value(axis, value) : NumberFormat.None;

    /// <summary>The title of a chart, which names the coordinates on all axes but its own: <c>local · document size 8 KB</c>; empty when no other
    /// axis differs.</summary>
    /// <param name="axis">The name of the axis of the chart.</param>
    public static string Title(Coordinates at, JobRequest request, string axis) => string.Join(" · ", Others(request, axis)
        .Where(other => at[other.Name] is not null)
        .Select(other => other.Kind == AxisKind.Target ? at.Target : $"{other.Label} {Cell(at, other)}"));

    /// <summary>The header of the column of the positions on the curve; null when the job has no curve.</summary>
    public static string? PointHeader(JobRequest request) => request.Curve?.Label;

    /// <summary>The coordinates without the position on the curve: <c>local</c>, <c>2.13.17</c>, or <c>local, 8 KB</c>. A strategy that an axis
    /// does not affect has a dash; when nothing else differs, the text is the target.</summary>
    public static string Cell(Coordinates at, JobRequest request) => Shown(request) is { Length: > 0 } shown
        ? string.Join(", ", shown.Select(axis => at[axis.Name] is { } value ? Value(axis, value) : NumberFormat.None))
        : at.Target ?? "";

    /// <summary>After a strategy: <c> on local with client 2.13.17 at document size 8 KB</c>; empty when nothing else differs.</summary>
    public static string After(Coordinates at, JobRequest request) => After(at, request, Shown(request));

    /// <summary>The same after the title of a table along an axis: the coordinates on the other axes.</summary>
    /// <param name="axis">The name of the axis of the table.</param>
    public static string After(Coordinates at, JobRequest request, string? axis) => After(at, request, Others(request, axis));

    /// <summary>For a sentence: <c>on `local` with client 2.13.17</c>; empty when nothing else differs.</summary>
    public static string Where(Coordinates at, JobRequest request) => Sentence(at, request, Shown(request), target => $"`{target}`");

    /// <summary>Whether <see cref="Where"/> names options or server settings.</summary>
    public static bool NamesOptions(Coordinates at, JobRequest request) =>
        Array.Exists(Shown(request), axis => axis.Kind is AxisKind.Option or AxisKind.Server && at[axis.Name] is not null);

    /// <summary>A server of a job: <c>local</c>, or <c>local at appendfsync always</c> if the job has several of the target.</summary>
    public static string Server(TargetEnvironment server)
    {
        var all = (server.At ?? Coordinates.None).Others;
        // A value of 0 simulates nothing.
        var at = all.Only(name => !LinkOptions.Names.Contains(name) || all[name] != "0");
        var settings = Words(at, AxisWords.Of(at, OptionsSchema.OfLink)).ToArray();
        return settings.Length == 0 ? server.Name : $"{server.Name} at {string.Join(" and ", settings)}";
    }

    /// <summary>For a reader who does not see the job: <c>local with client 2.13.17 at 1,000 keys per call</c>.</summary>
    /// <param name="axes">With the labels and units; the names of other axes are shown.</param>
    public static string Full(Coordinates at, IReadOnlyList<Axis> axes) => $"{Place(at)}{AtPoint(at, axes)}";

    /// <summary>The target and the client: <c>local with client 2.13.17</c>.</summary>
    public static string Place(Coordinates at) => at.Client is { } client ? $"{at.Target} with client {client}" : at.Target ?? "";

    /// <summary>The options and server settings: <c> at 1,000 keys per call</c>, <c> at document size 1 KB and fields in one HSET 10</c>;
    /// empty without one.</summary>
    /// <param name="axes">With the labels and units; the names of other axes are shown.</param>
    public static string AtPoint(Coordinates at, IReadOnlyList<Axis> axes) => Options(at, axes) is { Length: > 0 } options ? $" at {options}" : "";

    /// <summary>The same without <c>at</c>.</summary>
    /// <param name="axes">With the labels and units; the names of other axes are shown.</param>
    public static string Options(Coordinates at, IReadOnlyList<Axis> axes)
    {
        var others = at.Others;
        return others.Count == 1 && CaseKey.PointOf(at) is { } point
            ? PointWithAxis(point, axes.FirstOrDefault(axis => at[axis.Name] is not null && axis.Kind is not (AxisKind.Target or AxisKind.Client)))
            : string.Join(" and ", Words(at, axes));
    }

    /// <summary>Each option and server setting with the label and the unit of its axis, in the order of the request: <c>document size 8 KB</c>. An
    /// axis of another request has its name.</summary>
    public static IEnumerable<string> Options(Coordinates at, JobRequest request) => Words(at, request.Axes);

    /// <summary>The position of a case on the curve of its job.</summary>
    public static string Point(Coordinates at, JobRequest request) =>
        request.PointOf(at) is { } point ? Point(point, request) : NumberFormat.None;

    /// <summary>A position on the curve of a job.</summary>
    public static string Point(double point, JobRequest request) =>
        request.Curve is { } curve ? Value(curve, Coordinates.TextOf(point)) : Number(point);

    /// <summary>A position with its axis: <c>100 keys per call</c>, <c>document size 8 KB</c>.</summary>
    public static string PointWithAxis(double point, JobRequest request) => PointWithAxis(point, request.Curve);

    /// <summary>A value of an axis: <c>8 KB</c>, <c>5 ms</c>, <c>1,000</c>, <c>always</c>.</summary>
    public static string Value(Axis axis, string value) =>
        axis.Kind is AxisKind.Target or AxisKind.Client || Coordinates.NumberOf(value) is not { } number ? value
        : number == 0 && axis.ZeroWord is { } word ? word
        : axis.Unit == "bytes" ? Size(number)
        : axis.Unit is null ? Number(number)
        : $"{Number(number)} {axis.Unit}";

    /// <summary>A number with all its digits; between two values of an axis, with three.</summary>
    public static string Number(double number) =>
        double.IsInteger(number) ? NumberFormat.Whole((long)number)
        : number.ToString("R", CultureInfo.InvariantCulture).Length <= 6 ? number.ToString("#,0.####", CultureInfo.InvariantCulture)
        : NumberFormat.Significant(number, number < 10 ? 2 : 3);

    private static string PointWithAxis(double point, Axis? axis) =>
        axis is null ? Number(point)
        : axis.Unit is null && (point != 0 || axis.ZeroWord is null) ? $"{Number(point)} {axis.Label}"
        : $"{axis.Label} {Value(axis, Coordinates.TextOf(point))}";

    private static IEnumerable<string> Words(Coordinates at, IReadOnlyList<Axis> axes) =>
        from value in at.Others.Values
        let axis = axes.FirstOrDefault(axis => axis.Name == value.Key)
        orderby axes.TakeWhile(each => each.Name != value.Key).Count()
        select axis is null ? $"{NameOf(value.Key)} {Text(value.Value)}" : $"{axis.Label} {Value(axis, value.Value)}";

    private static string NameOf(string axis) =>
        axis.StartsWith(Axis.ServerPrefix, StringComparison.Ordinal) ? axis[Axis.ServerPrefix.Length..] : axis;

    private static string Size(double bytes) => double.IsInteger(bytes) ? Quantity.SizeText((long)bytes) : NumberFormat.Bytes(bytes);

    private static string Text(string value) => Coordinates.NumberOf(value) is { } number ? Number(number) : value;

    // The axes that differ within the job, without that of the curve.
    private static Axis[] Shown(JobRequest request) =>
        [.. request.Axes.Where(axis => axis.Values.Count > 1 && axis.Name != request.Curve?.Name)];

    private static Axis[] Others(JobRequest request, string? axis) =>
        [.. Columns(request).Where(other => other.Name != axis && other.Values.Count > 1)];

    private static string After(Coordinates at, JobRequest request, Axis[] axes) =>
        Sentence(at, request, axes, target => target) is { Length: > 0 } words ? $" {words}" : "";

    private static string Sentence(Coordinates at, JobRequest request, Axis[] axes, Func<string, string> quote)
    {
        var shown = Array.FindAll(axes, axis => at[axis.Name] is not null);
        var others = Options(at.Only(name => Array.Exists(shown, axis => axis.Name == name)), request).ToArray();
        return string.Join(' ',
        [
            .. shown.Any(axis => axis.Kind == AxisKind.Target) ? [$"on {quote(at.Target!)}"] : Array.Empty<string>(),
            .. shown.Any(axis => axis.Kind == AxisKind.Client) ? [$"with client {at.Client}"] : Array.Empty<string>(),
            .. others.Length > 0 ? [$"at {string.Join(" and ", others)}"] : Array.Empty<string>(),
        ]);
    }
}
