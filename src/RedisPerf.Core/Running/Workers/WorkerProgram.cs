using System.Text.Json;
using System.Threading.Channels;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The program of a worker process: executes the commands of one job from its standard input.</summary>
public sealed class WorkerProgram : IAsyncDisposable
{
    // A cancelled slice removes its keys before this.
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(6);

    private readonly Catalogue _catalogue;
    private readonly Stream _output;
    private readonly Lock _writing = new();
    private readonly List<TargetServer> _servers = [];
    private readonly Channel<(WorkerCommand Command, CancellationToken Cancelled)> _commands = Channel.CreateUnbounded<(WorkerCommand, CancellationToken)>();
    private readonly RemoteGate _gate;
    private InProcessWorker? _worker;

    private WorkerProgram(Catalogue catalogue, Stream output)
    {
        (_catalogue, _output) = (catalogue, output);
        _gate = new((stage, _) =>
        {
            Reply(new WorkerReply.Arrived(stage));
            return Task.CompletedTask;
        });
    }

    /// <summary>Executes commands until the input ends, which it also does when the node is killed.</summary>
    public static async Task RunAsync(Catalogue catalogue, Stream input, Stream output)
    {
        await using var program = new WorkerProgram(catalogue, output);
        // A thread for the input, because as-published code blocks the threads of the pool.
        var reading = Task.Factory.StartNew(() => program.Read(input), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        var executing = program.ExecuteAllAsync();
        // A failure ends the process, so that the node does not wait for a reply that never comes.
        await await Task.WhenAny(reading, executing);
        await Task.WhenAny(executing, Task.Delay(EndLimit));
    }

    private void Read(Stream input)
    {
        using var lines = new StreamReader(input);
        var cancel = new CancellationTokenSource();
        while (lines.ReadLine() is { } line)
        {
            switch (JsonSerializer.Deserialize<WorkerCommand>(line, ModelJson.Options)!)
            {
                case WorkerCommand.Ping:
                    Reply(new WorkerReply.Pong());
                    break;
                case WorkerCommand.Pass(var stage, var startAt):
                    _gate.Open(stage, startAt);
                    break;
                case WorkerCommand.Cancel:
                    cancel.Cancel();
                    break;
                case var command:
                    cancel = new();
                    _commands.Writer.TryWrite((command, cancel.Token));
                    break;
            }
        }

        cancel.Cancel();
        _commands.Writer.Complete();
    }

    private async Task ExecuteAllAsync()
    {
        await foreach (var (command, cancelled) in _commands.Reader.ReadAllAsync())
        {
            Reply(await ExecuteAsync(command, cancelled));
        }
    }

    private async Task<WorkerReply> ExecuteAsync(WorkerCommand command, CancellationToken ct)
    {
        switch (command)
        {
            case WorkerCommand.Open open:
                return await OpenAsync(open, ct);
            case WorkerCommand.Run run:
                var server = _servers[run.Slice.Server];
                server.Lease?.IsRenewed = true;
                var result = await _worker!.RunAsync(run.Slice, run.Round, run.Warmup, run.HasGate ? _gate : null, ct);
                server.Lease?.IsRenewed = false;
                return new WorkerReply.Measured(result);
            case WorkerCommand.Clean clean:
                return new WorkerReply.Removed(await _worker!.CleanAsync(clean.Slice));
            case WorkerCommand.RemoveShared remove:
                return new WorkerReply.Removed(await _worker!.RemoveSharedAsync(remove.Slice, remove.IsCancelled));
            default:
                throw new InvalidOperationException($"A worker does not execute {command}.");
        }
    }

    private async Task<WorkerReply> OpenAsync(WorkerCommand.Open open, CancellationToken ct)
    {
        try
        {
            foreach (var server in open.Servers)
            {
                _servers.Add(await TargetServer.AttachAsync(server, ct));
            }

            _worker = new(_catalogue.Find(open.Benchmark)!, open.Share);
            return new WorkerReply.Opened(await _worker.OpenAsync(open.Request with { PayloadFile = open.PayloadFile }, open.KeyPrefix, _servers, ct));
        }
        catch (TargetException exception)
        {
            return new WorkerReply.Refused(exception.Reason);
        }
        catch (OperationCanceledException)
        {
            return new WorkerReply.Refused(Reason.Of(ReasonCode.CancelledAtStart));
        }
        catch (Exception exception) when (exception is MissingMemberException or TypeLoadException)
        {
            // The code that all strategies share.
            return new WorkerReply.Refused(ClientMembers.FindMissing(typeof(TargetServer)) ?? ClientMembers.Lacks(exception.Message));
        }
    }

    private void Reply(WorkerReply reply)
    {
        lock (_writing)
        {
            JsonSerializer.Serialize(_output, reply, ModelJson.Options);
            _output.WriteByte((byte)'\n');
            _output.Flush();
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers)
        {
            await server.DisposeAsync();
        }
    }
}
