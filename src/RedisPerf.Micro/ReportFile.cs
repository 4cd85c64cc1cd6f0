using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;

namespace RedisPerf.Micro;

/// <summary>The full JSON report, which <c>redisperf import</c> takes; remembers where it was written.</summary>
public sealed class ReportFile : IExporter
{
    private readonly List<string> _paths = [];

    public string Name => JsonExporter.Full.Name;

    public IReadOnlyList<string> Paths => _paths;

    public IEnumerable<string> ExportToFiles(Summary summary, ILogger consoleLogger)
    {
        string[] written = [.. JsonExporter.Full.ExportToFiles(summary, consoleLogger)];
        // Nothing was measured where validation failed: there is nothing to import either.
        if (summary.Reports.Any(report => report.AllMeasurements.Count > 0))
        {
            _paths.AddRange(written.Select(path => Path.GetRelativePath(Environment.CurrentDirectory, path)));
        }

        return written;
    }

    public void ExportToLog(Summary summary, ILogger logger) => JsonExporter.Full.ExportToLog(summary, logger);
}
