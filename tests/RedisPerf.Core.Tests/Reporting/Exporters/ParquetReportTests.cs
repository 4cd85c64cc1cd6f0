using ParquetSharp;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Core.Tests.Reporting.Exporters;

/// <summary>Runs and slices as Parquet, read with ParquetSharp: a wrapper of the library of Apache Arrow in C++.</summary>
public sealed class ParquetReportTests
{
    private static JobDocument Job { get; } = Samples.Completed with
    {
        Cases = [.. Samples.Completed.Cases.Select(@case => @case.Strategy == "hset" ? @case with { Runs = [.. @case.Runs.Select(Sliced)] } : @case)],
    };

    [Fact]
    public async Task Each_run_is_a_row()
    {
        using var table = new Table(await ParquetReport.WriteRunsAsync([Job], Ct));
        Run[] runs = [.. Job.Cases.SelectMany(@case => @case.Runs)];

        table.Read<double?>("seconds").ShouldBe(runs.Select(run => run.Seconds));
        table.Read<int?>("round").ShouldBe(runs.Select(run => (int?)run.Round));
        table.Read<bool?>("warmup").ShouldBe(runs.Select(run => (bool?)run.Warmup));
        table.Read<string>("state").ShouldBe(runs.Select(run => run.State.ToWord()));
        table.Read<string>("strategy").ShouldBe(Job.Cases.SelectMany(@case => Enumerable.Repeat(@case.Strategy, @case.Runs.Count)));
        table.Read<string>("options").Distinct().ShouldHaveSingleItem().ShouldStartWith("{\"");
        table.Names.ShouldNotContain("slice");
    }

    [Fact]
    public async Task Each_slice_is_a_row_with_the_columns_of_its_run()
    {
        using var table = new Table(await ParquetReport.WriteSlicesAsync([Job], Ct));
        var expected = (
            from @case in Job.Cases
            from run in @case.Runs
            from slice in run.Slices is null ? [null] : Enumerable.Range(0, run.Slices.Count).Cast<int?>()
            select (run, slice)).ToArray();
        expected.ShouldContain(row => row.slice == 1);

        table.Read<int?>("slice").ShouldBe(expected.Select(row => row.slice));
        table.Read<double?>("seconds").ShouldBe(expected.Select(row => row.run.Seconds));
        table.Read<double?>("sliceSeconds").ShouldBe(expected.Select(row => row.slice is { } slice ? row.run.Slices![slice] : (double?)null));
        table.Read<bool?>("sliceDisturbed").ShouldBe(
            expected.Select(row => row.slice is { } slice ? row.run.DisturbedSlices?.Contains(slice) : null));
    }

    [Fact]
    public async Task A_job_without_runs_is_a_table_without_rows()
    {
        using var table = new Table(await ParquetReport.WriteSlicesAsync([Job with { Cases = [] }], Ct));

        table.Read<double?>("sliceSeconds").ShouldBeEmpty();
    }

    private static Run Sliced(Run run) => run.Seconds is { } seconds
        ? run with { Slices = [seconds / 4, seconds * 3 / 4], DisturbedSlices = run.Warmup ? null : [1] }
        : run;

    private sealed class Table(byte[] content) : IDisposable
    {
        private readonly ParquetFileReader _file = new(new MemoryStream(content));

        public IEnumerable<string> Names =>
            Enumerable.Range(0, _file.FileMetaData.NumColumns).Select(place => _file.FileMetaData.Schema.Column(place).Name);

        public T[] Read<T>(string name)
        {
            using var group = _file.RowGroup(0);
            using var column = group.Column(Names.Index().Single(column => column.Item == name).Index).LogicalReader<T>();
            return column.ReadAll((int)_file.FileMetaData.NumRows);
        }

        public void Dispose() => _file.Dispose();
    }
}
