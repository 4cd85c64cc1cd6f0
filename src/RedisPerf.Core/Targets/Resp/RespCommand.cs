using System.Text;

namespace RedisPerf.Core.Targets.Resp;

/// <summary>Commands as RESP, the protocol of Redis: an array of bulk strings.</summary>
internal static class RespCommand
{
    /// <summary>Encodes the words of a command, its name first, as UTF-8.</summary>
    public static byte[] Encode(params IReadOnlyCollection<string> words)
    {
        var text = new StringBuilder($"*{words.Count}\r\n");
        foreach (var word in words)
        {
            text.Append($"${Encoding.UTF8.GetByteCount(word)}\r\n{word}\r\n");
        }

        return Encoding.UTF8.GetBytes(text.ToString());
    }
}
