using System.Text.Json;

namespace RedisPerf.Core.Model;

/// <summary>The axes of a request: its targets, its clients, the options that have an array, and the server settings with several values. They
/// follow from its other properties. Only what the options and settings declare about them is stored.</summary>
internal sealed class JobAxes(IReadOnlyList<Axis> described)
{
    // Copies of a request share it, on any thread.
    private Known? _known;

    public IReadOnlyList<Axis> Of(JobRequest request)
    {
        if (_known is { } known && known.Targets == request.Targets && known.Clients == request.Clients && known.Options == request.Options
            && known.Server == request.Server)
        {
            return known.Axes;
        }

        Axis[] axes =
        [
            Axis.OfNames(Axis.Target, AxisKind.Target, request.Targets),
            .. request.Clients.Count > 0 ? [Axis.OfNames(Axis.Client, AxisKind.Client, request.Clients)] : Array.Empty<Axis>(),
            .. ((OptionSet)request.Options).Varied.Select(option => new Axis(option.Key, AxisKind.Option, [.. option.Value.EnumerateArray()])
            { Label = EarlierVersion.LabelOf(option.Key) ?? option.Key }),
            .. request.Server.Where(setting => setting.Value.Count > 1).Select(setting => new Axis(
                Axis.ServerPrefix + setting.Key, AxisKind.Server, [.. setting.Value.Select(JsonOf)]) { Label = setting.Key }),
        ];
        axes = Array.ConvertAll(axes, axis => described.FirstOrDefault(other => other.Name == axis.Name) is { } words
            ? axis with { Label = words.Label, Unit = words.Unit, IsZeroOff = words.IsZeroOff, ZeroWord = words.ZeroWord }
            : axis);
        _known = new(request.Targets, request.Clients, request.Options, request.Server, axes);
        return axes;
    }

    /// <summary>Each combination of the values of some axes, the first axis changing least often.</summary>
    public static IEnumerable<Coordinates> Product(IEnumerable<Axis> axes) => axes.Aggregate(
        (IEnumerable<Coordinates>)[Coordinates.None],
        (all, axis) => all.SelectMany(_ => axis.Texts, (at, value) => at.With(axis.Name, value)));

    private sealed record Known(object Targets, object Clients, object Options, object Server, IReadOnlyList<Axis> Axes);

    private static JsonElement JsonOf(string value) => Coordinates.NumberOf(value) is { } number
        ? JsonSerializer.SerializeToElement(number)
        : JsonSerializer.SerializeToElement(value);
}
