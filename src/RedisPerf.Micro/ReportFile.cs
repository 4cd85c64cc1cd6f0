using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;

namespace RedisPerf.Micro;

/// <summary>Writes the full JSON report for <c>redisperf import</c> and records its path.</summary>
public sealed class ReportFile : IExporter
{
    private readonly List<string> _paths = [];

    public string Name => JsonExporter.Full.Name;

    public IReadOnlyList<string> Paths => _paths;

    public IEnumerable<string> ExportToFiles(Summary summary, ILogger consoleLogger)
    {
        string[] written = [.. JsonExporter.Full.ExportToFiles(summary, consoleLogger)];
        // When validation fails, nothing is measured and there is nothing to import.
        if (summary.Reports.Any(report => report.AllMeasurements.Count > 0))
        {
            _paths.AddRange(written.Select(path => Path.GetRelativePath(Environment.CurrentDirectory, path)));
        }

        return written;
    }

    public void ExportToLog(Summary summary, ILogger logger) => JsonExporter.Full.ExportToLog(summary, logger);
}
