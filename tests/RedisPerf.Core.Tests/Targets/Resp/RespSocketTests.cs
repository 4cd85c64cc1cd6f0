using System.Text;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Tests.Targets.Engines;

namespace RedisPerf.Core.Tests.Targets.Resp;

public class RespSocketTests
{
    [Fact]
    public async Task A_connection_has_had_a_reply_before_it_is_measured()
    {
        var pings = 0;
        await using var recorded = new RecordedServer(ServerInfoTests.RecordedText("dragonfly-1.31"), command =>
        {
            pings += command[0] == "PING" ? 1 : 0;
            return command[0] == "EVAL" ? ":1" : null;
        });
        await using var server = await recorded.OpenAsync();
        var before = pings;

        using var socket = await RespSocket.ConnectAsync(server, TimeSpan.FromSeconds(30), Ct);

        pings.ShouldBe(before + 1);
    }

    [Theory]
    [InlineData(RespReader.MaximumLine - 1, true)]
    [InlineData(RespReader.MaximumLine + 1, false)]
    public async Task A_reply_has_one_line_of_limited_length(int length, bool isReadable)
    {
        await using var recorded = new RecordedServer(ServerInfoTests.RecordedText("dragonfly-1.31"), command => command[0] switch
        {
            "ECHO" => "+" + new string('a', length - 1),
            "EVAL" => ":1",
            _ => null,
        });
        await using var server = await recorded.OpenAsync();
        using var socket = await RespSocket.ConnectAsync(server, TimeSpan.FromSeconds(30), Ct);
        await socket.SendAsync([Encoding.UTF8.GetBytes("*1\r\n$4\r\nECHO\r\n")], Ct);

        var reading = socket.ReadRepliesAsync(1, null, Ct);

        if (isReadable)
        {
            await reading;
        }
        else
        {
            await Should.ThrowAsync<UnreadableReplyException>(() => reading);
        }
    }
}
