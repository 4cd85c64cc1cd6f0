using Parquet;
using Parquet.Schema;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Cli.Publishing;

/// <summary>The runs of jobs as a Parquet file with one row for each run, also for warm-up and failed runs. Times are in seconds, sizes in
/// bytes; an unknown value is null.</summary>
internal static class RunsParquet
{
    public const string FileName = "runs.parquet";

    private static readonly Column[] Columns =
    [
        Text("job", row => row.Job.Id.ToString()),
        Number<long>("number", row => row.Job.Number),
        Text("benchmark", row => row.Job.Benchmark),
        Text("title", row => row.Job.Title),
        Text("schedule", row => row.Job.Schedule),
        Text("note", row => row.Job.Note),
        // ISO 8601 in UTC, as in the JSON.
        Text("started", row => row.Job.StartedAt?.UtcDateTime.ToString("O")),
        Text("machine", row => row.Job.Environment?.Machine),
        Text("version", row => row.Job.Environment?.Version),
        Text("strategy", row => row.Case.Strategy),
        Text("target", row => row.Case.Target),
        Text("client", row => row.Case.Client),
        Text("at", row => row.Case.At.ToString()),
        Number<int>("round", row => row.Run.Round),
        Number<bool>("warmup", row => row.Run.Warmup),
        Text("state", row => row.Run.State.ToWord()),
        Number<bool>("verified", row => row.Run.Verified),
        Number<bool>("disturbed", row => row.Run.Disturbed.Count > 0),
        Number<bool>("leftOut", row => row.Run.ExcludedByUser),
        Number<double>("seconds", row => row.Run.Seconds),
        Number<double>("encodeSeconds", row => row.Run.EncodeSeconds),
        Number<long>("operations", row => row.Run.Operations),
        Number<long>("payloadBytes", row => row.Run.PayloadBytes),
        Number<long>("wireBytes", row => row.Run.WireBytes),
        Number<double>("clientCpuSeconds", row => row.Run.Client?.CpuSeconds),
        Number<long>("clientAllocatedBytes", row => row.Run.Client?.AllocatedBytes),
        Number<double>("serverCpuSeconds", row => row.Run.Server?.CpuSeconds),
        Text("error", row => row.Run.Error.ToText()),
    ];

    public static async Task<byte[]> WriteAsync(IEnumerable<JobDocument> jobs, CancellationToken ct)
    {
        Row[] rows = [.. from job in jobs from @case in job.Cases from run in @case.Runs select new Row(job, @case, run)];
        using var file = new MemoryStream();
        await using (var writer = await ParquetWriter.CreateAsync(
            new ParquetSchema(Columns.Select(column => column.Field).ToArray<Field>()), file, cancellationToken: ct))
        {
            using var group = writer.CreateRowGroup();
            foreach (var column in Columns)
            {
                await column.WriteAsync(group, rows);
            }
        }

        return file.ToArray();
    }

    private static Column Text(string name, Func<Row, string?> read)
    {
        var field = new DataField<string>(name);
        return new(field, async (group, rows) => await group.WriteAsync(field, [.. rows.Select(row => read(row)!)]));
    }

    private static Column Number<T>(string name, Func<Row, T?> read)
        where T : struct
    {
        var field = new DataField<T?>(name);
        return new(field, async (group, rows) => await group.WriteAsync<T>(field, rows.Select(read).ToArray().AsMemory()));
    }

    private sealed record Column(DataField Field, Func<ParquetRowGroupWriter, IReadOnlyList<Row>, Task> WriteAsync);

    private sealed record Row(JobDocument Job, CaseResult Case, Run Run);
}
