using System.Diagnostics;
using RedisPerf.Core.Running.Workers;

namespace RedisPerf.Core.Proofs.Running.Workers;

/// <summary>The program of the worker under a name that no other test uses. The test finds its worker by this name.</summary>
internal sealed class NamedWorker : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("redisperf-worker-").FullName;

    // Linux keeps 15 characters of a process's name.
    private readonly string _name = $"worker{Random.Shared.Next():x8}";

    public NamedWorker() => File.CreateSymbolicLink(Program, ClientCatalogue.DefaultProgram);

    public string Program => Path.Combine(_folder, _name);

    /// <summary>The worker that runs now.</summary>
    public Process Process => Process.GetProcessesByName(_name).Single();

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
