using System.Runtime.CompilerServices;

namespace RedisPerf.Tests;

/// <summary>The .NET processes that the tests start, directly or through another process, compile less.</summary>
internal static class QuickStart
{
    /// <summary>The delay of the second compilation of the methods that are called often, in milliseconds as a hexadecimal
    /// number, and whether the first one adds counters. Most processes of the tests end after some seconds: 40% of their CPU time
    /// would be this compilation.</summary>
    private static readonly (string Variable, string Value)[] Settings = [("DOTNET_TC_CallCountingDelayMs", "4000"), ("DOTNET_TieredPGO", "0")];

    /// <summary>The same for a worker, which inherits no setting of the runtime. The runtime reads this file in
    /// addition to the program's own.</summary>
    private const string WorkerSettings = """
        { "runtimeOptions": { "configProperties": { "System.Runtime.TieredCompilation.CallCountingDelayMs": 16384,
          "System.Runtime.TieredPGO": false } } }
        """;

    private static IEnumerable<string> WorkerFiles => Directory.Exists(Path.Combine(AppContext.BaseDirectory, "workers"))
        ? Directory.GetDirectories(Path.Combine(AppContext.BaseDirectory, "workers"))
            .Select(folder => Path.Combine(folder, "RedisPerf.Worker.runtimeconfig.dev.json"))
        : [];

    [ModuleInitializer]
    internal static void Start()
    {
        foreach (var (variable, value) in Settings)
        {
            Environment.SetEnvironmentVariable(variable, value);
        }

        // Workers of another test process may read the file now.
        foreach (var file in WorkerFiles.Where(file => !File.Exists(file) || File.ReadAllText(file) != WorkerSettings))
        {
            File.WriteAllText(file, WorkerSettings);
        }
    }

    /// <summary>For measurements: later programs start as users start them.</summary>
    internal static void End()
    {
        foreach (var (variable, _) in Settings)
        {
            Environment.SetEnvironmentVariable(variable, null);
        }

        foreach (var file in WorkerFiles)
        {
            File.Delete(file);
        }
    }
}
