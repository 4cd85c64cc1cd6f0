using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Proofs.Codecs;

/// <summary>The command-line tools <c>lz4</c>, <c>zstd</c> and <c>brotli</c>: independent implementations of the formats.</summary>
public sealed class CompressionToolTests
{
    private static readonly byte[][] Documents = [[],
        .. new[] { 64, 700, 32_768, 65_537, 1_000_000 }.Select(size => PeopleDocument.Create(size, seed: size))];

    public static TheoryData<string, int> Levels => new()
    {
        { "lz4", 1 },
        { "lz4", 3 },
        { "lz4", 12 },
        { "zstd", 1 },
        { "zstd", 3 },
        { "zstd", 19 },
        { "brotli", 0 },
        { "brotli", 1 },
        { "brotli", 4 },
    };

    [Theory]
    [MemberData(nameof(Levels))]
    public async Task The_tool_decodes_our_bytes(string tool, int level)
    {
        foreach (var document in Documents)
        {
            (await RunAsync(tool, ["-d", "-c"], Codec(tool, level).Encode(document))).ShouldBe(document, $"{document.Length} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(Levels))]
    public async Task We_decode_the_bytes_of_the_tool(string tool, int level)
    {
        var option = (tool == "brotli" ? "--quality=" : "-") + level.ToString(CultureInfo.InvariantCulture);
        foreach (var document in Documents)
        {
            Codec(tool, level).Decode(await RunAsync(tool, ["-c", option], document)).ShouldBe(document, $"{document.Length} bytes");
        }
    }

    private static BufferedCodec Codec(string tool, int level) => tool switch
    {
        "lz4" => new Lz4Codec(level),
        "zstd" => new ZstdCodec(level),
        _ => new BrotliCodec(level),
    };

    private static async Task<byte[]> RunAsync(string tool, string[] arguments, byte[] input)
    {
        using var process = Start(tool, arguments);
        using var output = new MemoryStream();
        var reading = process.StandardOutput.BaseStream.CopyToAsync(output, Ct);
        var errors = process.StandardError.ReadToEndAsync(Ct);
        await process.StandardInput.BaseStream.WriteAsync(input, Ct);
        process.StandardInput.Close();
        await reading;
        await process.WaitForExitAsync(Ct);
        process.ExitCode.ShouldBe(0, await errors);
        return output.ToArray();
    }

    private static Process Start(string tool, string[] arguments)
    {
        try
        {
            return Process.Start(
                new ProcessStartInfo(tool, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true })!;
        }
        catch (Win32Exception)
        {
            Assert.Skip($"{tool} is not on the PATH. It checks the bytes of the codec {tool}.");
            throw;
        }
    }
}
