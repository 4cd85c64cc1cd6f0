using System.Globalization;
using System.Text;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The names of the fields of a hash: their numbers as text. All workloads have the same arrays.</summary>
internal static class FieldNames
{
    private static volatile byte[][] Names = [];

    /// <summary>The name of the field with this 0-based number.</summary>
    public static byte[] Of(int number)
    {
        if (number >= Names.Length)
        {
            var known = Names;
            Names = [.. known, .. Enumerable.Range(known.Length, Math.Max(number + 1, 2 * known.Length) - known.Length)
                .Select(index => Encoding.UTF8.GetBytes(index.ToString(CultureInfo.InvariantCulture)))];
        }

        return Names[number];
    }
}
