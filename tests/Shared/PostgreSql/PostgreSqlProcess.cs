using System.Diagnostics;

namespace RedisPerf.Tests;

/// <summary>A PostgreSQL server of Debian's programs in a temporary folder. A shell runs it and removes the folder when its input ends:
/// even when the tests are killed.</summary>
internal sealed class PostgreSqlProcess : PostgreSqlServer
{
    private const string Script = """
        bin=$1 port=$2 user=$3 server=
        folder=$(mktemp -d /tmp/redisperf-postgresql-XXXXXX) || exit 1
        # First the server, so that it starts no other process.
        signal() { kill -$1 $server; kill -$1 $(cat /proc/$server/task/$server/children); }
        end() { [ -z "$server" ] || { signal CONT; kill -$1 $server; wait $server; server=; } 2>/dev/null; }
        trap 'end QUIT; rm -rf "$folder"' EXIT
        start() {
            [ -d "$folder/data" ] ||
              "$bin/initdb" -D "$folder/data" -U "$user" -A trust -E UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=en-US \
                --no-sync --no-instructions >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
            "$bin/postgres" -D "$folder/data" -k "$folder" -h 127.0.0.1 -p "$port" -c fsync=off -c synchronous_commit=off \
              -c full_page_writes=off -c max_connections=200 -c max_wal_size=4GB >>"$folder/log" 2>&1 &
            server=$!
            until "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; do
                kill -0 $server 2>/dev/null || { server=; cat "$folder/log"; exit 1; }
                sleep 0.05
            done
        }
        while read -r command; do
            case $command in
                start) start ;;
                stop) end INT ;;
                pause) signal STOP ;;
                resume) signal CONT ;;
            esac
            echo done
        done
        """;

    private static readonly string? Programs = FindPrograms();

    private readonly Process _shell;

    public PostgreSqlProcess(int port)
        : base(port)
    {
        // The server does not run as root.
        string[] shell = ["sh", "-c", Script, "sh", Programs ?? throw new InvalidOperationException(Missing), $"{port}", User];
        string[] command =
            Environment.IsPrivilegedProcess ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--", .. shell] : shell;
        _shell = Process.Start(
            new ProcessStartInfo(command[0], command[1..]) { RedirectStandardInput = true, RedirectStandardOutput = true, WorkingDirectory = "/" })!;
    }

    /// <summary>Whether the programs of the server are installed.</summary>
    public static bool IsInstalled => Programs is not null;

    public override Task StartAgainAsync(CancellationToken ct) => DoAsync("start", ct);

    public override Task StopAsync(CancellationToken ct) => DoAsync("stop", ct);

    public override Task PauseAsync(CancellationToken ct) => DoAsync("pause", ct);

    public override Task ResumeAsync(CancellationToken ct) => DoAsync("resume", ct);

    public override async ValueTask DisposeAsync()
    {
        _shell.StandardInput.Close();
        await _shell.WaitForExitAsync(CancellationToken.None);
        _shell.Dispose();
    }

    protected override async Task RunAsync(string program, string[] arguments, CancellationToken ct)
    {
        var start = new ProcessStartInfo(Path.Combine(Programs!, program), ["-h", "127.0.0.1", "-p", $"{Port}", "-U", User, .. arguments])
        { RedirectStandardError = true };
        using var process = Process.Start(start)!;
        var error = await process.StandardError.ReadToEndAsync(ct);
        await process.WaitForExitAsync(ct);
        process.ExitCode.ShouldBe(0, error);
    }

    // A shell that fails prints the server's log and ends.
    private async Task DoAsync(string command, CancellationToken ct)
    {
        await _shell.StandardInput.WriteLineAsync(command);
        var line = await _shell.StandardOutput.ReadLineAsync(ct);
        if (line != "done")
        {
            throw new InvalidOperationException($"{line}\n{await _shell.StandardOutput.ReadToEndAsync(ct)}");
        }
    }

    // Debian has a folder for each version.
    private static string? FindPrograms()
    {
        const string Root = "/usr/lib/postgresql";
        return !Directory.Exists(Root) ? null : Directory.GetDirectories(Root)
            .Select(folder => Path.Combine(folder, "bin"))
            .Where(folder => File.Exists(Path.Combine(folder, "initdb")) && File.Exists(Path.Combine(folder, "postgres")))
            .OrderBy(folder => folder, StringComparer.Ordinal)
            .LastOrDefault();
    }
}
