using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class ValueListTests
{
    private static readonly OptionInfo Count = new("batchSize", "Batch size", OptionType.Integer, 1L, 1, 10_000_000, null, null, false);
    private static readonly OptionInfo Small = Count with { Maximum = 1_000 };
    private static readonly OptionInfo Bytes = new("payloadBytes", "Payload", OptionType.Integer, 1024L, 0, 1L << 30, "bytes", null, false);
    private static readonly OptionInfo Number = new("skew", "Skew", OptionType.Number, 1.0, -100, 100, null, null, false);
    private static readonly OptionInfo Unbounded = Number with { Minimum = null, Maximum = null };
    private static readonly OptionInfo Codec = new("codec", "Codec", OptionType.Choice, "", null, null, null, ["gzip", "lz4", "zstd"], false);
    private static readonly OptionInfo Flag = new("isCached", "Cached", OptionType.Boolean, false, null, null, null, null, false);
    private static readonly OptionInfo Label = new("label", "Label", OptionType.Text, "", null, 10, null, null, false);

    [Theory]
    [InlineData("7", 7)]
    [InlineData(" 7 ", 7)]
    [InlineData("1024,8192,32768", 1024, 8192, 32768)]
    [InlineData("1024, 8192,\t32768", 1024, 8192, 32768)]
    [InlineData("1 10 100", 1, 10, 100)]
    [InlineData("1,10,100", 1, 10, 100)]
    [InlineData("100,1 10,10", 1, 10, 100)]
    [InlineData("10k, 1e3, 30", 30, 1_000, 10_000)]
    [InlineData("1, 100", 1, 100)]
    [InlineData("1,  100", 1, 100)]
    [InlineData("1\n100", 1, 100)]
    [InlineData("+5, 6", 5, 6)]
    [InlineData("\u00A05\u00A0, 6\u202F", 5, 6)]
    public void Reads_whole_numbers_in_ascending_order(string text, params int[] values) => Whole(Count, text).ShouldBe(values);

    [Theory]
    [InlineData("10,000", 10_000)]
    [InlineData("30 000", 30_000)]
    [InlineData("1,500,000", 1_500_000)]
    [InlineData("1,024, 8,064", 1_024, 8_064)]
    [InlineData("1'500 2\u00A0500 3\u202F500", 1_500, 2_500, 3_500)]
    public void Groups_of_three_digits_are_one_number_when_they_are_not_values(string text, params int[] values) =>
        Whole(Count, text).ShouldBe(values);

    [Theory]
    [InlineData("1,100", "1,100")]
    [InlineData("1 100", "1 100")]
    [InlineData("5, 1,100", "1,100")]
    [InlineData("1,024,2048", "1,024,2048")]
    [InlineData("1,10,1,000", "1,10,1,000")]
    [InlineData("1,500..10,000 + 500", "1,500..10,000 + 500")]
    [InlineData("1..10,000 + 1,500", "1..10,000 + 1,500")]
    public void Digits_that_can_be_one_number_or_several_are_an_error(string text, string quoted) =>
        Error(Count, text).ShouldBe($"must be unambiguous, not \"{quoted}\": write \"1000\" for one number, and \"1, 000\" for two.");

    [Fact]
    public void The_bounds_decide_between_one_number_and_several()
    {
        Whole(Small, "100,200").ShouldBe([100, 200]);
        Whole(Small, "100 200 500").ShouldBe([100, 200, 500]);
        Whole(Count with { Minimum = 200 }, "1,500").ShouldBe([1_500]);
        Whole(Count, "100,200,500").ShouldBe([100, 200, 500]);
    }

    [Fact]
    public void A_list_option_has_no_separators_of_thousands_outside_of_ranges()
    {
        ValueList.Read(Count, "1,100 500", out _, isList: true).ShouldBe([1L, 100L, 500L]);
        ValueList.Read(Count, "1..10,000 x 100", out _, isList: true).ShouldBe([1L, 100L, 10_000L]);
        ValueList.Read(Count with { Minimum = 0 }, "1,000", out var predicate, isList: true).ShouldBeNull();
        predicate.ShouldContain("unambiguous");
    }

    [Theory]
    [InlineData("1 KB, 8 KB, 32 KB", 1024, 8192, 32768)]
    [InlineData("1 KB 8KB,32\u00A0KB", 1024, 8192, 32768)]
    [InlineData("1024, 1 KB, 1kib", 1024)]
    [InlineData("100,5 KB", 100, 5120)]
    [InlineData("1 KB .. 256 KB, 9 steps", 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144)]
    [InlineData("1 KB..4 KB×2, 100 B", 100, 1024, 2048, 4096)]
    [InlineData("1kbx2")]
    public void Reads_sizes(string text, params int[] values)
    {
        if (values.Length == 0)
        {
            Error(Bytes, text).ShouldEndWith($"not \"{text}\".");
            return;
        }

        Whole(Bytes, text).ShouldBe(values);
    }

    [Theory]
    [InlineData("1..10,000 × 10", 1, 10, 100, 1_000, 10_000)]
    [InlineData("1..10000x10", 1, 10, 100, 1_000, 10_000)]
    [InlineData("1 .. 10000 * 10", 1, 10, 100, 1_000, 10_000)]
    [InlineData("1,000..10,000 X 10", 1_000, 10_000)]
    [InlineData("1..10kx10", 1, 10, 100, 1_000, 10_000)]
    [InlineData("1..1e3x10", 1, 10, 100, 1_000)]
    [InlineData("1..500x10", 1, 10, 100, 500)]
    [InlineData("1..10 x 1.5", 1, 2, 3, 5, 8, 10)]
    [InlineData("1..1000x10, 5000", 1, 10, 100, 1_000, 5_000)]
    [InlineData("1..1000x10,500", 1, 10, 100, 500, 1_000)]
    [InlineData("5000,1..100x10 7", 1, 7, 10, 100, 5_000)]
    [InlineData("3 1..100x10", 1, 3, 10, 100)]
    [InlineData("1..5 + 1", 1, 2, 3, 4, 5)]
    [InlineData("1..5by1", 1, 2, 3, 4, 5)]
    [InlineData("1..10 by 4", 1, 5, 9, 10)]
    [InlineData("1..10 + 100", 1, 10)]
    [InlineData("1000..5000 + 1,000", 1_000, 2_000, 3_000, 4_000, 5_000)]
    [InlineData("1..100, 3 steps", 1, 10, 100)]
    [InlineData("1..100 3 values", 1, 10, 100)]
    [InlineData("1..9, 3 steps", 1, 5, 9)]
    [InlineData("1..10, 3 steps", 1, 3, 10)]
    [InlineData("1..3, 9 steps", 1, 2, 3)]
    [InlineData("1..10000000, 2 steps", 1, 10_000_000)]
    public void Reads_ranges(string text, params int[] values) => Whole(Count, text).ShouldBe(values);

    [Fact]
    public void The_digits_before_the_number_of_steps_are_the_end() =>
        ValueList.Read(Count, "1..256,100 steps", out _)!.ShouldSatisfyAllConditions(
            values => values[^1].ShouldBe(256L), values => values.Count.ShouldBeLessThan(101));

    [Fact]
    public void Reads_decimals()
    {
        ValueList.Read(Number, "0.1..0.5 + 0.1", out _).ShouldBe([0.1, 0.2, 0.3, 0.4, 0.5]);
        ValueList.Read(Number, "2.5,1.5, .5", out _).ShouldBe([0.5, 1.5, 2.5]);
        ValueList.Read(Number, "-1..1 + 0.5", out _).ShouldBe([-1.0, -0.5, 0.0, 0.5, 1.0]);
        ValueList.Read(Number, "-2, -1,-1.0", out _).ShouldBe([-2.0, -1.0]);
        ValueList.Read(Number, "0..100, 5 steps", out _).ShouldBe([0.0, 25.0, 50.0, 75.0, 100.0]);
        ValueList.Read(Number, "-1..100, 3 steps", out _).ShouldBe([-1.0, 49.5, 100.0]);
    }

    [Theory]
    [InlineData("", "must be a whole number from 1 to 10,000,000, not nothing.")]
    [InlineData(" , ", "must be a whole number from 1 to 10,000,000, not \",\".")]
    [InlineData("1, ten, 0", "must be a whole number from 1 to 10,000,000, not \"ten\".")]
    [InlineData("1, 0", "must be a whole number from 1 to 10,000,000, not \"0\".")]
    [InlineData("1, 1.5", "must be a whole number from 1 to 10,000,000, not \"1.5\".")]
    [InlineData("1 KB", "must be a whole number from 1 to 10,000,000, not \"1 KB\".")]
    [InlineData("x", "must be a whole number from 1 to 10,000,000, not \"x\".")]
    [InlineData("×", "must be a whole number from 1 to 10,000,000, not \"×\".")]
    [InlineData("NaN", "must be a whole number from 1 to 10,000,000, not \"NaN\".")]
    [InlineData("0..10 + 1", "must be a whole number from 1 to 10,000,000, not \"0\".")]
    [InlineData("1..1e9 + 1", "must be a whole number from 1 to 10,000,000, not \"1e9\".")]
    [InlineData("1..1e999 + 1", "must be a whole number from 1 to 10,000,000, not \"1e999\".")]
    [InlineData("1..101 + 1", "must have at most 100 values in a range, not \"1..101 + 1\".")]
    [InlineData("1..10 x1.0000001", "must have at most 100 values in a range, not \"1..10 x1.0000001\".")]
    [InlineData("10..1 x10", "must have a range with a start below its end, not \"10..1 x10\".")]
    [InlineData("10..10 x10", "must have a range with a start below its end, not \"10..10 x10\".")]
    [InlineData("1..10 x1", "must have a factor above 1, not \"1..10 x1\".")]
    [InlineData("1..10 x0.5", "must have a factor above 1, not \"1..10 x0.5\".")]
    [InlineData("1..10 + 0", "must have a step above 0, not \"1..10 + 0\".")]
    [InlineData("1..10 + -1", "must have a step above 0, not \"1..10 + -1\".")]
    [InlineData("1..10 + 1e999", "must have a step above 0, not \"1..10 + 1e999\".")]
    [InlineData("1..10 + 1 KB", "must have a step above 0, not \"1..10 + 1 KB\".")]
    [InlineData("1..10 + 0.5", "must have a step that is a whole number, not \"1..10 + 0.5\".")]
    [InlineData("1..10, 1 steps", "must have 2 to 100 steps, not \"1..10, 1 steps\".")]
    [InlineData("1..1000, 101 steps", "must have 2 to 100 steps, not \"1..1000, 101 steps\".")]
    public void Names_the_value_that_is_wrong(string text, string sentence) => Error(Count, text).ShouldBe(sentence);

    [Theory]
    [InlineData("..")]
    [InlineData("1..")]
    [InlineData("..10")]
    [InlineData("1..10")]
    [InlineData("1 .. 10")]
    [InlineData("1..10,000")]
    [InlineData("1...10 x10")]
    [InlineData("1..10 x")]
    [InlineData("1..10 +")]
    [InlineData("1..10 x10x10")]
    [InlineData("1..10..100 x10")]
    [InlineData("NaN..10 + 1")]
    [InlineData("1..10 + NaN")]
    [InlineData("1..NaN x10")]
    public void A_text_with_dots_that_is_not_a_range_is_quoted(string text) =>
        Error(Count, $"3, {text}, 4").ShouldBe($"must have a range such as 1..1000 × 10, 1..10 + 1 or \"1..1000, 4 steps\", not \"{text}\".");

    [Fact]
    public void A_factor_needs_a_start_above_0()
    {
        Error(Bytes, "0..10 x10").ShouldBe("must have a range with a factor only from a start above 0, not \"0..10 x10\".");
        Error(Number, "-10..10 x10").ShouldBe("must have a range with a factor only from a start above 0, not \"-10..10 x10\".");
    }

    [Theory]
    [InlineData("-1e308..1e308 + 1e307")]
    [InlineData("-1e308..1e308, 3 steps")]
    [InlineData("1e-300..1e300 x1.5")]
    [InlineData("0..1e300 + 1e-300")]
    public void A_range_that_doubles_cannot_express_is_an_error(string text) => Error(Unbounded, text).ShouldEndWith($"not \"{text}\".");

    [Fact]
    public void An_infinite_factor_is_an_error() =>
        Error(Unbounded, $"1..10 x{new string('9', 400)}").ShouldStartWith("must have a factor above 1");

    [Fact]
    public void At_most_100_distinct_values_are_valid()
    {
        ValueList.Read(Count, "1..100 + 1, 1..100 + 1, 50", out _)!.Count.ShouldBe(100);
        Error(Count, "1..100 + 1, 101").ShouldBe("must have 1 to 100 values, not 101.");
    }

    [Theory]
    [InlineData('1')]
    [InlineData('.')]
    [InlineData(',')]
    [InlineData(' ')]
    [InlineData('x')]
    [InlineData('-')]
    [InlineData('\u00A0')]
    public void Long_texts_have_short_errors_and_are_read_quickly(char character)
    {
        var watch = System.Diagnostics.Stopwatch.StartNew();

        Error(Count, new(character, 10_000)).Length.ShouldBeLessThan(200);
        foreach (var repeated in new[] { $"1{character} ", $"1,{character}..", $"1..9{character}", $"{character}1 ..", $"1 KB{character} + " })
        {
            ValueList.Read(Count, string.Concat(Enumerable.Repeat(repeated, 10_000 / repeated.Length)), out var predicate);
            predicate.Length.ShouldBeLessThan(200);
        }

        Error(Count, new(character, 10_001)).ShouldBe("must have at most 10,000 characters, not 10,001.");
        watch.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(10));
    }

    [Fact]
    public void Words_have_the_order_of_the_text()
    {
        ValueList.Read(Codec, "zstd, gzip lz4,zstd", out _).ShouldBe(["zstd", "gzip", "lz4"]);
        ValueList.Read(Flag, "true, False", out _).ShouldBe([true, false]);
        Error(Codec, "gzip, brotli").ShouldBe("must be one of gzip, lz4, zstd, not \"brotli\".");
        Error(Flag, "true, yes").ShouldBe("must be true or false, not \"yes\".");
        Error(Flag, "").ShouldBe("must be true or false, not nothing.");
    }

    [Fact]
    public void The_empty_default_of_a_choice_is_a_value() => ValueList.Read(Codec, " ", out _).ShouldBe([""]);

    [Fact]
    public void A_text_is_one_value()
    {
        ValueList.Read(Label, "a, b 1..2", out _).ShouldBe(["a, b 1..2"]);
        ValueList.Read(Label, Json("""["a, b", "c"]"""), fromText: false, out _).ShouldBe(["a, b", "c"]);
        Error(Label, "a, b, c, d, e").ShouldBe("must be a string of at most 10 characters, not 13.");
    }

    [Theory]
    [InlineData("[8192, 1024, 8192]", false, 1024, 8192)]
    [InlineData("7", false, 7)]
    [InlineData("""["1 KB", 5]""", true, 5, 1024)]
    [InlineData("\"1..100 x10, 1 KB\"", true, 1, 10, 100, 1024)]
    public void Reads_JSON(string json, bool fromText, params int[] values) =>
        ValueList.Read(Bytes, Json(json), fromText, out _).ShouldBe(values.Select(value => (object)(long)value));

    [Theory]
    [InlineData("[]", true, "must have 1 to 100 values, not 0.")]
    [InlineData("[1, [2]]", true, "must be a whole number from 1 to 10,000,000, not [2].")]
    [InlineData("[1, null]", true, "must be a whole number from 1 to 10,000,000, not null.")]
    [InlineData("""[1, "2"]""", false, "must be a whole number from 1 to 10,000,000, not \"2\".")]
    [InlineData("""["1..10 x10"]""", true, "must be a whole number from 1 to 10,000,000, not \"1..10 x10\".")]
    [InlineData("\"1..10 x10\"", false, "must be a whole number from 1 to 10,000,000, not \"1..10 x10\".")]
    [InlineData("""{"a": 1}""", true, "must be a whole number from 1 to 10,000,000, not {\"a\": 1}.")]
    [InlineData("null", true, "must be a whole number from 1 to 10,000,000, not null.")]
    [InlineData("true", false, "must be a whole number from 1 to 10,000,000, not true.")]
    public void Names_the_value_of_JSON_that_is_wrong(string json, bool fromText, string sentence)
    {
        ValueList.Read(Count, Json(json), fromText, out var predicate).ShouldBeNull();
        predicate.ShouldBe(sentence);
    }

    [Fact]
    public void The_string_of_a_list_option_is_read_as_typed() =>
        ValueList.Read(Count, Json("\"1, 10,100\""), fromText: false, out _, isList: true).ShouldBe([1L, 10L, 100L]);

    [Fact]
    public void Values_that_are_shown_can_be_typed_again()
    {
        ValueList.Text([1024L, 8192L, 32768L]).ShouldBe("1024, 8192, 32768");
        ValueList.Text([true, false]).ShouldBe("true, false");
        ValueList.Text(["gzip", "lz4"]).ShouldBe("gzip, lz4");

        var random = new Random(1);
        for (var trial = 0; trial < 500; trial++)
        {
            object[] whole = [.. Values(() => random.NextInt64(1, (long)Math.Pow(10, random.Next(1, 8)))).Select(value => (object)value)];
            object[] numbers = [.. Values(() => (random.NextDouble() - 0.5) * Math.Pow(10, random.Next(-20, 20))).Select(value => (object)value)];

            ValueList.Read(Count, ValueList.Text(whole), out _).ShouldBe(whole, ValueList.Text(whole));
            ValueList.Read(Count, ValueList.Text(whole), out _, isList: true).ShouldBe(whole, ValueList.Text(whole));
            ValueList.Read(Unbounded, ValueList.Text(numbers), out _).ShouldBe(numbers, ValueList.Text(numbers));
        }

        IEnumerable<T> Values<T>(Func<T> next) => Enumerable.Range(0, random.Next(1, 10)).Select(_ => next()).Distinct().Order();
    }

    // A range never leaves its ends, in any form.
    [Fact]
    public void A_range_has_distinct_ascending_values_from_its_start_to_its_end()
    {
        var random = new Random(1);
        for (var trial = 0; trial < 2_000; trial++)
        {
            var start = random.NextInt64(1, 5_000);
            var end = start + random.NextInt64(1, 1_000_000);
            var step = random.Next(3) switch
            {
                0 => string.Create(CultureInfo.InvariantCulture, $"x{1.2 + (random.NextDouble() * 20):0.###}"),
                1 => $" + {((end - start) / random.Next(1, 90)) + 1}",
                _ => $", {random.Next(2, 101)} steps",
            };
            var text = $"{start}..{end}{step}";

            var values = ValueList.Read(Count, text, out var predicate);

            values.ShouldNotBeNull($"{text}: {predicate}");
            var numbers = values.Cast<long>().ToArray();
            (numbers[0], numbers[^1]).ShouldBe((start, end), text);
            numbers.Zip(numbers.Skip(1)).ShouldAllBe(pair => pair.First < pair.Second, text);
        }
    }

    private static int[] Whole(OptionInfo option, string text)
    {
        var values = ValueList.Read(option, text, out var predicate);
        predicate.ShouldBe("");
        return [.. values!.Select(value => (int)(long)value)];
    }

    private static string Error(OptionInfo option, string text)
    {
        ValueList.Read(option, text, out var predicate).ShouldBeNull();
        return predicate;
    }

    private static JsonElement Json(string json) => JsonDocument.Parse(json).RootElement;
}
