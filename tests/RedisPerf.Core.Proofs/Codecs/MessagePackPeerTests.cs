using System.Text;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Tests.Codecs;

namespace RedisPerf.Core.Proofs.Codecs;

public sealed class MessagePackPeerTests(MessagePackPeer peer) : IClassFixture<MessagePackPeer>
{
    private static readonly string[] Integers =
    [
        "0", "-1", "9007199254740993", "-9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615",
        "-9223372036854775808", "4294967296", "-2147483649",
    ];

    private readonly MessagePackCodec _codec = new();

    [Fact]
    public async Task Is_compatible_with_the_npm_package_in_both_directions()
    {
        Assert.SkipUnless(peer.Missing is null, peer.Missing ?? "");
        var documents = TrickyDocuments.All.ToDictionary(document => document.Key, document => Encoding.UTF8.GetBytes(document.Value));
        foreach (var (bytes, seed) in new[] { (64, 1), (300, 2), (2_387, 3), (32_768, 1), (32_768, 2), (500_000, 4) })
        {
            documents[$"people {bytes} {seed}"] = PeopleDocument.Create(bytes, seed);
        }

        using var answer = await peer.Query(new
        {
            documents = documents.Select(document => new { name = document.Key, json = document.Value, ours = _codec.Encode(document.Value) }),
            integers = new { texts = Integers, ours = _codec.Encode(Encoding.UTF8.GetBytes($"[{string.Join(',', Integers)}]")) },
        });

        var answers = answer.RootElement.GetProperty("documents").EnumerateArray().ToList();
        answers.Count.ShouldBe(documents.Count);
        foreach (var one in answers)
        {
            var name = one.GetProperty("name").GetString()!;
            one.GetProperty("difference").GetString().ShouldBeNull($"the npm package reads our bytes of: {name}");
            var theirs = _codec.Decode(one.GetProperty("theirs").GetBytesFromBase64());
            JsonValues.ShouldBeSame(theirs, documents[name]);
            if (name.StartsWith("people", StringComparison.Ordinal))
            {
                theirs.ShouldBe(documents[name], "the bytes of the npm package give the same document");
            }
        }

        var integers = answer.RootElement.GetProperty("integers");
        integers.GetProperty("decoded").EnumerateArray().Select(text => text.GetString()).ShouldBe(Integers);
        var read = Encoding.UTF8.GetString(_codec.Decode(integers.GetProperty("theirs").GetBytesFromBase64()));
        read.Split('[', ',', ']').Select(text => text.Trim()).Where(text => text.Length > 0).ShouldBe(Integers);
    }

    [Fact]
    public void The_lock_file_names_no_download_host() =>
        File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Codecs", "Peer", "package-lock.json")).ShouldNotContain("://");
}
