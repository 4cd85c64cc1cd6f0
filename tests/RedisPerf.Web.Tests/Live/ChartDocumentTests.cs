using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Tests.Live;

public sealed class ChartDocumentTests
{
    [Fact]
    public void The_places_and_the_cases_of_a_job_with_several_clients_have_their_client()
    {
        var chart = ChartDocument.Of(JobOf("2.13.17", "3.4.35"), null);

        chart.Request.Panels.ShouldBe([
            new(Coordinates.Of("local", "2.13.17"), " with client 2.13.17"), new(Coordinates.Of("local", "3.4.35"), " with client 3.4.35")]);
        chart.Cases.Select(@case => @case.At.Client).ShouldBe(["2.13.17", "3.4.35"]);
    }

    [Fact]
    public void The_only_client_of_a_job_is_not_part_of_the_names() =>
        ChartDocument.Of(JobOf("3.4.35"), null).Request.Panels.ShouldBe([new(Coordinates.Of("local", "3.4.35"), "")]);

    private static JobDocument JobOf(params string[] clients)
    {
        var request = new JobRequest
        {
            Benchmark = "insert",
            Strategies = ["batch"],
            Targets = ["local"],
            Clients = clients,
            Options = new Dictionary<string, JsonElement>(),
            Runs = 1,
            Warmups = 0,
            Seed = 1
        };
        return JobDocument.WithoutCases(Job.Create(request, RequestedBy.Api, DateTimeOffset.UnixEpoch)) with
        { Cases = [.. clients.Select(client => new CaseResult("batch", Coordinates.Of("local", client), [], null))] };
    }
}
