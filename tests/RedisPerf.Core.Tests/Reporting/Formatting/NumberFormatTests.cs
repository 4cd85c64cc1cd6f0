using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Tests.Reporting.Formatting;

public sealed class NumberFormatTests
{
    [Theory]
    [InlineData(0.2, 0.6, "about 1 s")]
    [InlineData(4.2, 5.9, "4 to 6 s")]
    [InlineData(21, 44, "20 to 45 s")]
    [InlineData(41, 75, "40 s to 1 min 20 s")]
    [InlineData(125, 250, "2 to 5 min")]
    [InlineData(371, 466, "6 to 8 min")]
    [InlineData(1_300, 4_100, "20 min to 1 h 10 min")]
    [InlineData(40_000, 90_000, "11 to 25 h")]
    public void Range_of_durations_is_rounded_outwards(double low, double high, string text) => NumberFormat.RoughRange(low, high).ShouldBe(text);

    [Theory]
    [InlineData(13.6, "14 s")]
    [InlineData(78, "1 min 20 s")]
    [InlineData(297, "5 min")]
    public void Time_of_an_estimate_has_no_digits_of_precision(double seconds, string text) => NumberFormat.RoughTimeOf(seconds).ShouldBe(text);

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
    [InlineData(12.34, "12.3 s")]
    [InlineData(0.741, "0.741 s")]
    [InlineData(0.0863, "86.3 ms")]
    [InlineData(0.001, "1.00 ms")]
    [InlineData(0.000_999, "999 µs")]
    [InlineData(0.000_046_71, "46.7 µs")]
    [InlineData(12e-9, "12.0 ns")]
    [InlineData(0.0, "0 s")]
    public void A_time_in_a_sentence_has_a_unit(double seconds, string words) => NumberFormat.SecondsWithUnit(seconds).ShouldBe(words);

    [Theory]
    [InlineData(999.0, "999 B")]
    [InlineData(983_040_000.0, "983 MB")]
    [InlineData(-4_096.0, "-4.10 kB")]
    [InlineData(25_276_510_208.0, "25.3 GB")]
    [InlineData(null, "not reported")]
    public void Sizes_have_a_unit(double? bytes, string words) => NumberFormat.Bytes(bytes).ShouldBe(words);

    [Theory]
    [InlineData(1.47, 0.77, 2.46, Verdict.Unclear, "1.47× (0.77–2.46) unclear")]
    [InlineData(0.78, 0.74, 0.88, Verdict.Faster, "0.78× (0.74–0.88) faster")]
    [InlineData(0.59, 0.588, 0.592, Verdict.Faster, "0.590× (0.588–0.592) faster")]
    [InlineData(1.3, 1.2, 1.4, Verdict.Slower, "1.30× (1.20–1.40) slower")]
    [InlineData(11.52, 11.2, 11.7, Verdict.Slower, "11.5× (11.2–11.7) slower")]
    [InlineData(120.4, 110.0, 130.0, Verdict.Slower, "120× (110–130) slower")]
    [InlineData(0.0123, 0.0119, 0.0128, Verdict.Faster, "0.0123× (0.0119–0.0128) faster")]
    [InlineData(1, 0.99, 1.01, Verdict.Same, "1.00× (0.99–1.01) same")]
    [InlineData(0.98, 0.961, 0.998, Verdict.Faster, "0.980× (0.961–0.998) faster")]
    [InlineData(0.753_31, 0.000_15, 901.93, Verdict.Unclear, "0.753× (0.00015–900) unclear")]
    [InlineData(0.5, null, null, Verdict.Unclear, "0.50× unclear")]
    public void A_ratio_is_time_divided_by_the_baselines_time(double value, double? low, double? high, Verdict verdict, string words) =>
        NumberFormat.Comparison(new("base", value, low, high, verdict)).ShouldBe(words);
}
