using System.Text;

namespace RedisPerf.Cli.Tests;

/// <summary>The payload of <c>redisperf run</c>: its form is shown before it is used, and can be chosen.</summary>
public sealed class PayloadTests : IDisposable
{
    private const string Lines = "{\"id\":1}\n{\"id\":22}\n";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("orders.json", "", "Payload orders.json: 2 values, 8 bytes median, JSON lines.")]
    [InlineData("orders.csv", "--payload-format text", "Payload orders.csv: 2 values, 8 bytes median, lines of text.")]
    [InlineData("orders.ndjson", "--payload-format value", "Payload orders.ndjson: 1 value, 19 bytes median, whole file.")]
    public async Task The_form_is_shown_before_the_job_runs(string name, string flags, string line)
    {
        // An unknown baseline ends the command before it measures.
        var outcome = await RunAsync(await FileAsync(name, Encoding.UTF8.GetBytes(Lines)), $"{flags} --baseline none".TrimStart());

        outcome.ErrorLines[0].ShouldBe(line);
        outcome.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task Text_in_UTF_16_is_converted()
    {
        byte[] content = [.. Encoding.Unicode.GetPreamble(), .. Encoding.Unicode.GetBytes(Lines.ReplaceLineEndings("\r\n"))];
        var file = await FileAsync("powershell.json", content);

        (await RunAsync(file, "--baseline none")).ErrorLines[0].ShouldBe("Payload powershell.json: 2 values, 8 bytes median, JSON lines.");
    }

    [Fact]
    public async Task Content_that_is_not_understood_is_one_sentence()
    {
        var outcome = await RunAsync(await FileAsync("orders.json", "{\"id\":1}\n{\"id\":2\n"u8.ToArray()), "");

        outcome.ErrorLines.ShouldHaveSingleItem().ShouldBe(
            "Line 2 is not one JSON value. To store the content in spite of that, choose the format text or value.");
        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
    }

    [Theory]
    [InlineData("--payload orders.json --payload-format csv",
        "--payload-format must be auto, jsonLines, jsonArray, jsonDocument, jsonStream, text or value,")]
    [InlineData("--payload-format text", "--payload-format requires --payload.")]
    [InlineData("--payload nosuch.json", "--payload nosuch.json cannot be read: ")]
    public async Task A_wrong_option_is_refused(string flags, string message)
    {
        var outcome = await Outcome.OfAsync($"run insert --target {Outcome.Target} {flags}", Ct);

        outcome.ErrorLines.ShouldHaveSingleItem().ShouldStartWith(message);
        outcome.ExitCode.ShouldBe(2);
    }

    private async Task<string> FileAsync(string name, byte[] content)
    {
        var file = Path.Combine(_folder.Path, name);
        await File.WriteAllBytesAsync(file, content, Ct);
        return file;
    }

    private static Task<Outcome> RunAsync(string file, string flags) =>
        Outcome.OfAsync($"run insert --items 60 --target {Outcome.Target} --payload {file} {flags}".TrimEnd(), Ct);
}
