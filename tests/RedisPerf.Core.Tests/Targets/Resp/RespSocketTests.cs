using System.Text;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Tests.Targets.Engines;

namespace RedisPerf.Core.Tests.Targets.Resp;

public class RespSocketTests
{
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
