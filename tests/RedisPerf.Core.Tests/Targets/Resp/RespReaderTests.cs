using System.Globalization;
using System.Text;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Tests.Targets.Resp;

public sealed class RespReaderTests
{
    [Fact]
    public async Task Replies_of_every_type_are_read()
    {
        var reply = await ReadAsync("*6\r\n+OK\r\n:-42\r\n$5\r\nh\r\nll\r\n$-1\r\n*0\r\n-ERR no\r\n");

        reply.Items.Select(item => item.Text).ShouldBe(["OK", "-42", "h\r\nll", null, null, "ERR no"]);
        reply.Items.Select(item => item.IsError).ShouldBe([false, false, false, false, false, true]);
    }

    [Fact]
    public async Task Thirty_two_levels_are_read() => (await ReadAsync(Nested(32))).Items.ShouldHaveSingleItem();

    [Theory]
    [InlineData(33)]
    [InlineData(8_000)]
    [InlineData(1_000_000)]
    public async Task A_deeper_reply_is_refused(int levels) =>
        (await RefusedAsync(Nested(levels))).ShouldBe("The server of target 'mine' sent a reply with more than 32 nested arrays.");

    [Theory]
    [InlineData("$4194305\r\n")]
    [InlineData("$2147483647\r\n")]
    [InlineData("$9223372036854775807\r\n")]
    [InlineData("*1000000000\r\n")]
    public async Task A_declared_length_beyond_the_limit_is_refused_before_it_is_allocated(string reply)
    {
        var text = "";
        long? allocated = null;
        // The count is that of a thread, and an await can continue on another one.
        for (var attempt = 0; attempt < 100 && allocated is null; attempt++)
        {
            var (thread, before) = (Environment.CurrentManagedThreadId, GC.GetAllocatedBytesForCurrentThread());
            text = await RefusedAsync(reply);
            allocated = Environment.CurrentManagedThreadId == thread ? GC.GetAllocatedBytesForCurrentThread() - before : null;
        }

        text.ShouldBe("The server of target 'mine' sent a reply of more than 4.2 MB.");
        allocated.ShouldNotBeNull().ShouldBeLessThan(1_000_000);
    }

    [Theory]
    [InlineData(2, "$3000000")]
    [InlineData(100_000, "$0")]
    public async Task The_parts_of_a_reply_share_one_limit(int parts, string header)
    {
        var part = $"{header}\r\n{new string('x', int.Parse(header.AsSpan(1), CultureInfo.InvariantCulture))}\r\n";

        (await RefusedAsync($"*{parts}\r\n" + string.Concat(Enumerable.Repeat(part, parts))))
            .ShouldBe("The server of target 'mine' sent a reply of more than 4.2 MB.");
    }

    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request\r\n")]
    [InlineData("\r\n")]
    [InlineData("\n")]
    [InlineData("+OK\n")]
    [InlineData("$-2\r\n")]
    [InlineData("$five\r\nhello\r\n")]
    [InlineData("$5\r\nhello, world\r\n")]
    [InlineData("\u0016\u0003\u0001")]
    public async Task Other_bytes_are_refused(string bytes) =>
        (await RefusedAsync(bytes)).ShouldBe("The server of target 'mine' sent bytes that are not the Redis protocol: "
            + "another program listens at this address, or the server requires TLS.");

    [Fact]
    public async Task A_TLS_alert_means_that_the_server_requires_TLS() =>
        (await RefusedAsync("\u0015\u0003\u0001\0\u0002\u0002F"))
            .ShouldBe("The server of target 'mine' requires TLS; add ssl=true to the connection string.");

    [Fact]
    public async Task An_endless_line_is_refused() =>
        (await RefusedAsync("+" + new string('x', 70_000))).ShouldStartWith("The server of target 'mine' sent bytes that are not the Redis protocol");

    [Fact]
    public async Task A_hundred_thousand_generated_replies_are_read_or_refused()
    {
        var random = new Random(20261123);
        var (read, refused) = (0, 0);
        for (var i = 0; i < 100_000; i++)
        {
            var valid = Encoding.UTF8.GetBytes(Generate(random, 0));
            var bytes = i % 4 == 0 ? valid : Mutate(valid, random);
            try
            {
                await new RespReader(new MemoryStream(bytes)).ReadAsync(Ct);
                read++;
            }
            catch (Exception exception) when (i % 4 != 0 && exception is (UnreadableReplyException or EndOfStreamException))
            {
                refused++;
            }
        }

        read.ShouldBeGreaterThan(25_000);
        refused.ShouldBeGreaterThan(25_000);
    }

    private static string Nested(int levels) => string.Concat(Enumerable.Repeat("*1\r\n", levels)) + ":1\r\n";

    private static Task<RespReply> ReadAsync(string bytes) => new RespReader(new MemoryStream(Encoding.UTF8.GetBytes(bytes))).ReadAsync(Ct);

    private static async Task<string> RefusedAsync(string bytes)
    {
        var refusal = await Should.ThrowAsync<UnreadableReplyException>(() => ReadAsync(bytes));
        return refusal.For("mine").ToText();
    }

    private static string Generate(Random random, int depth) => random.Next(depth < 6 ? 6 : 5) switch
    {
        0 => $"+{Words(random)}\r\n",
        1 => $"-ERR {Words(random)}\r\n",
        2 => $":{random.NextInt64(long.MinValue, long.MaxValue)}\r\n",
        3 => "$-1\r\n",
        4 => Bulk(Words(random) + "\r\n"),
        _ => Array(random.Next(5), random, depth + 1),
    };

    private static string Bulk(string text) => $"${text.Length}\r\n{text}\r\n";

    private static string Array(int count, Random random, int depth) =>
        $"*{count}\r\n{string.Concat(Enumerable.Range(0, count).Select(_ => Generate(random, depth)))}";

    private static string Words(Random random) => new([.. Enumerable.Range(0, random.Next(30)).Select(_ => (char)random.Next(' ', '~'))]);

    // Removes, inserts or replaces bytes, most often bytes that have a meaning in RESP.
    private static byte[] Mutate(byte[] bytes, Random random)
    {
        var mutated = bytes.ToList();
        for (var changes = random.Next(1, 5); changes > 0; changes--)
        {
            var position = random.Next(mutated.Count + 1);
            var symbol = random.Next(2) == 0 ? (byte)"*$+-:\r\n0123456789"[random.Next(17)] : (byte)random.Next(256);
            switch (random.Next(4))
            {
                case 0:
                    mutated.Insert(position, symbol);
                    break;
                case 1:
                    mutated.RemoveRange(position, random.Next(mutated.Count - position + 1));
                    break;
                case 2:
                    mutated.InsertRange(position, mutated[..position]);
                    break;
                case 3 when position < mutated.Count:
                    mutated[position] = symbol;
                    break;
            }
        }

        return [.. mutated];
    }
}
