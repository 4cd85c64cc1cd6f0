using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json;

namespace RedisPerf.Core.Proofs.Codecs;

/// <summary>The npm package @msgpack/msgpack, run by Node.js: an independent implementation of the format.</summary>
public sealed class MessagePackPeer : IAsyncLifetime
{
    private readonly string _folder = Path.Combine(AppContext.BaseDirectory, "Codecs", "Peer");
    private static readonly bool OnWindows = OperatingSystem.IsWindows();

    /// <summary>The reason why Node.js or the package is not available; null when both are.</summary>
    public string? Missing { get; private set; }

    public async ValueTask InitializeAsync()
    {
        try
        {
            await Run("node", ["--version"], _folder);
        }
        catch (Win32Exception)
        {
            Missing = "Node.js is not on the PATH; the MessagePack bytes are checked against an npm package that it runs.";
            return;
        }

        if (!Directory.Exists(Path.Combine(_folder, "node_modules")))
        {
            await Install();
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    public async Task<JsonDocument> Query(object cases) =>
        JsonDocument.Parse(await Run("node", ["peer.mjs"], _folder, JsonSerializer.Serialize(cases)));

    /// <summary>Installs into a temporary folder and renames it, so that another test run never uses an incomplete package.</summary>
    private async Task Install()
    {
        var aside = Directory.CreateDirectory(Path.Combine(_folder, $"install-{Environment.ProcessId}")).FullName;
        try
        {
            foreach (var file in new[] { "package.json", "package-lock.json" })
            {
                File.Copy(Path.Combine(_folder, file), Path.Combine(aside, file), overwrite: true);
            }

            string[] install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
            await (OnWindows ? Run("cmd", ["/c", "npm", .. install], aside) : Run("npm", install, aside));
            Directory.Move(Path.Combine(aside, "node_modules"), Path.Combine(_folder, "node_modules"));
        }
        catch (IOException) when (Directory.Exists(Path.Combine(_folder, "node_modules")))
        {
            // Another test run has already installed the same package.
        }
        finally
        {
            Directory.Delete(aside, recursive: true);
        }
    }

    private static async Task<string> Run(string program, string[] arguments, string folder, string input = "")
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        await process.StandardInput.WriteAsync(input);
        process.StandardInput.Close();
        await process.WaitForExitAsync();
        return process.ExitCode == 0
            ? await output
            : throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} ended with exit code {process.ExitCode}: {await errors}");
    }
}
