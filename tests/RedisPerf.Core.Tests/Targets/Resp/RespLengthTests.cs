using System.Text;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Tests.Targets.Resp;

public class RespLengthTests
{
    [Theory]
    [InlineData("PING")]
    [InlineData("HSET redisperf:a:Account:0 7 value")]
    [InlineData("a b c d e f g h i j k")]
    public void A_command_is_as_long_as_its_bytes(string line)
    {
        var words = line.Split(' ');
        var bytes = Encoding.UTF8.GetBytes($"*{words.Length}\r\n{string.Concat(words.Select(word => $"${word.Length}\r\n{word}\r\n"))}");

        RespLength.Command([.. words.Select(word => (long)word.Length)]).ShouldBe(bytes.Length);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(9)]
    [InlineData(10)]
    [InlineData(99_999)]
    [InlineData(100_000)]
    [InlineData(536_870_912)]
    public void Lengths_and_counts_are_written_in_decimal(long number)
    {
        RespLength.Digits(number).ShouldBe($"{number}".Length);
        RespLength.ArrayHeader(number).ShouldBe($"*{number}\r\n".Length);
        RespLength.Bulk(number).ShouldBe($"${number}\r\n".Length + number + 2);
    }
}
