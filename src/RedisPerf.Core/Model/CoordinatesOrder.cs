namespace RedisPerf.Core.Model;

/// <summary>Orders coordinates by their values on some axes: as the axes list them, those without a value first.</summary>
/// <param name="axes">The first one has the most weight.</param>
internal sealed class CoordinatesOrder(IReadOnlyList<Axis> axes) : IComparer<Coordinates>
{
    public int Compare(Coordinates? x, Coordinates? y)
    {
        foreach (var axis in axes)
        {
            var (one, other) = (x?[axis.Name], y?[axis.Name]);
            if (one != other && Compare(axis, one, other) is var order and not 0)
            {
                return order;
            }
        }

        return Others(x).Concat(Others(y)).Distinct().Order(StringComparer.Ordinal)
            .Select(name => CompareValues(x?[name], y?[name])).FirstOrDefault(order => order != 0);

        // The runs of another version can have axes that the request does not have.
        IEnumerable<string> Others(Coordinates? at) =>
            (at?.Values ?? []).Select(value => value.Key).Where(name => axes.All(axis => axis.Name != name));
    }

    private static int CompareValues(string? one, string? other) =>
        Coordinates.NumberOf(one) is { } number && Coordinates.NumberOf(other) is { } otherNumber
            ? number.CompareTo(otherNumber)
            : string.CompareOrdinal(one, other);

    // Numbers are compared as such, because the runs of an earlier version can have others than the request.
    private static int Compare(Axis axis, string? one, string? other) =>
        one is null || other is null ? (one is null ? -1 : 1)
        : !axis.IsNumeric && IndexOf(axis, one) - IndexOf(axis, other) is var order and not 0 ? order
        : CompareValues(one, other);

    private static int IndexOf(Axis axis, string value) => axis.Texts.TakeWhile(text => text != value).Count();
}
