using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Tests.Reporting.Formatting;

public sealed class NumberFormatTests
{
    [Theory]
    [InlineData(0.7412, "0.741")]
    [InlineData(0.74, "0.740")]
    [InlineData(9.996, "10.0")]
    [InlineData(0.09996, "0.100")]
    [InlineData(12.34, "12.3")]
    [InlineData(1327.4, "1330")]
    [InlineData(-2.5, "-2.50")]
    [InlineData(0.0, "0")]
    [InlineData(null, "not reported")]
    public void Rounds_to_three_significant_digits(double? value, string words) => NumberFormat.Significant(value).ShouldBe(words);

    [Theory]
    [InlineData(0.741, "0.741", "0.741 s")]
    [InlineData(0.001, "0.00100", "0.00100 s")]
    [InlineData(0.000_999, "999 µs", "999 µs")]
    [InlineData(0.000_046_71, "46.7 µs", "46.7 µs")]
    [InlineData(12e-9, "12.0 ns", "12.0 ns")]
    [InlineData(0.0, "0", "0 s")]
    public void Short_time_has_its_own_unit(double seconds, string inColumn, string inSentence) =>
        new[] { NumberFormat.Seconds(seconds), NumberFormat.SecondsWithUnit(seconds) }.ShouldBe([inColumn, inSentence]);

    [Theory]
    [InlineData(999.0, "999 B")]
    [InlineData(983_040_000.0, "983 MB")]
    [InlineData(-4_096.0, "-4.10 kB")]
    [InlineData(25_276_510_208.0, "25.3 GB")]
    [InlineData(null, "not reported")]
    public void Sizes_have_a_unit(double? bytes, string words) => NumberFormat.Bytes(bytes).ShouldBe(words);

    [Theory]
    [InlineData(0.526, 0.5, 0.556, Verdict.Faster, "1.9× faster (1.8–2.0)")]
    [InlineData(0.94, 0.92, 0.96, Verdict.Faster, "1.06× faster (1.04–1.09)")]
    [InlineData(0.59, 0.588, 0.592, Verdict.Faster, "1.69× faster (1.69–1.70)")]
    [InlineData(1.3, 1.2, 1.4, Verdict.Slower, "1.3× slower (1.2–1.4)")]
    [InlineData(120.4, 110.0, 130.0, Verdict.Slower, "120× slower (110–130)")]
    [InlineData(1, 0.99, 1.01, Verdict.Same, "same (0.990–1.01)")]
    [InlineData(1, 0.5, 2.0, Verdict.Unclear, "unclear (0.500–2.00)")]
    [InlineData(0.5, null, null, Verdict.Unclear, "unclear")]
    public void Comparison_has_a_factor(double value, double? low, double? high, Verdict verdict, string words) =>
        NumberFormat.Comparison(new("base", value, low, high, verdict)).ShouldBe(words);

    [Fact]
    public void Rates_are_in_millions_of_bytes() => NumberFormat.MegabytesPerSecond(1_327_000_000).ShouldBe("1330");
}
