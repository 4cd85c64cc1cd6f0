using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class QuantityTests
{
    [Theory]
    [InlineData("30000", 30_000)]
    [InlineData(" 42 ", 42)]
    [InlineData("1,000", 1_000)]
    [InlineData("1,000,000", 1_000_000)]
    [InlineData("30 000", 30_000)]
    [InlineData("30\u00A0000", 30_000)]
    [InlineData("30\u202F000", 30_000)]
    [InlineData("10k", 10_000)]
    [InlineData("10 K", 10_000)]
    [InlineData("1.5k", 1_500)]
    [InlineData("2m", 2_000_000)]
    [InlineData("-5", -5)]
    [InlineData("1e3", 1_000)]
    [InlineData("0.2", 0.2)]
    public void Reads_a_number(string text, double value) => Quantity.Read(text, null).ShouldBe(value);

    [Theory]
    [InlineData("32 KB", 32_768)]
    [InlineData("32kb", 32_768)]
    [InlineData("32 KiB", 32_768)]
    [InlineData("1.5 MB", 1_572_864)]
    [InlineData("1 gb", 1_073_741_824)]
    [InlineData("64 B", 64)]
    [InlineData("32k", 32_000)]
    public void Reads_a_size(string text, double bytes) => Quantity.Read(text, "bytes").ShouldBe(bytes);

    [Theory]
    [InlineData(32_768, "32 KB")]
    [InlineData(33_554_432, "32 MB")]
    [InlineData(5_368_709_120, "5 GB")]
    [InlineData(1_572_864, "1,536 KB")]
    [InlineData(100_000, "100,000 B")]
    [InlineData(100, "100 B")]
    [InlineData(0, "0 B")]
    public void Size_has_the_largest_unit_that_divides_it_and_reads_back(long bytes, string text)
    {
        Quantity.SizeText(bytes).Replace('\u00A0', ' ').ShouldBe(text);
        Quantity.Read(Quantity.SizeText(bytes), "bytes").ShouldBe(bytes);
    }

    [Theory]
    [InlineData("90", 90)]
    [InlineData("90 s", 90)]
    [InlineData("10m", 600)]
    [InlineData("10 min", 600)]
    [InlineData("1.5h", 5_400)]
    public void Reads_a_duration(string text, double seconds) => Quantity.Read(text, "s").ShouldBe(seconds);

    [Theory]
    [InlineData("")]
    [InlineData("ten")]
    [InlineData("1,00")]
    [InlineData("1,0000")]
    [InlineData("0,500")]
    [InlineData("１００")]
    [InlineData("1０")]
    [InlineData("١٠٠")]
    [InlineData("10 q")]
    [InlineData("k")]
    [InlineData("10kk")]
    [InlineData("32 KB")]
    public void Rejects_another_text(string text) => Quantity.Read(text, null).ShouldBeNull();
}
