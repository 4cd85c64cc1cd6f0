using System.Text.Json;
using Parquet;
using Parquet.Schema;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>The runs of jobs as a Parquet file, also warm-up and failed runs. Times are in seconds, sizes in bytes; an unknown value is
/// null.</summary>
public static class ParquetReport
{
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
        Text("options", row => JsonSerializer.Serialize(row.Job.Request.Options, ModelJson.Options)),
        Text("figures", row => row.Run.Figures is { } figures ? JsonSerializer.Serialize(figures, ModelJson.Options) : null),
    ];

    private static readonly Column[] SliceColumns =
    [
        Number<int>("slice", row => row.Slice),
        Number<double>("sliceSeconds", row => row.Slice is { } slice ? row.Run.Slices![slice] : null),
        Number<bool>("sliceDisturbed", row => row.Slice is { } slice ? row.Run.DisturbedSlices?.Contains(slice) : null),
    ];

    /// <summary>One row for each run.</summary>
    public static Task<byte[]> WriteRunsAsync(IEnumerable<JobDocument> jobs, CancellationToken ct) =>
        WriteAsync(Columns, from job in jobs from @case in job.Cases from run in @case.Runs select new Row(job, @case, run, Slice: null), ct);

    /// <summary>One row for each slice, with the columns of its run, and one for each run without slices.</summary>
    public static Task<byte[]> WriteSlicesAsync(IEnumerable<JobDocument> jobs, CancellationToken ct) => WriteAsync(
        [.. Columns, .. SliceColumns],
        from job in jobs
        from @case in job.Cases
        from run in @case.Runs
        from slice in run.Slices is { Count: > 0 } slices ? Enumerable.Range(0, slices.Count).Cast<int?>() : [null]
        select new Row(job, @case, run, slice), ct);

    private static async Task<byte[]> WriteAsync(Column[] columns, IEnumerable<Row> content, CancellationToken ct)
    {
        Row[] rows = [.. content];
        using var file = new MemoryStream();
        await using (var writer = await ParquetWriter.CreateAsync(
            new ParquetSchema(columns.Select(column => column.Field).ToArray<Field>()), file, cancellationToken: ct))
        {
            using var group = writer.CreateRowGroup();
            foreach (var column in columns)
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

    private sealed record Row(JobDocument Job, CaseResult Case, Run Run, int? Slice);
}
