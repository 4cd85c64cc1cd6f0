using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Running;

public sealed class JobTranscriptTests
{
    [Fact]
    public void The_events_of_a_job_make_its_document()
    {
        var kept = Samples.Completed;
        var transcript = new JobTranscript(
            new()
            {
                Id = kept.Id,
                Request = kept.Request,
                RequestedBy = kept.RequestedBy,
                Note = kept.Note,
                CreatedAt = kept.CreatedAt,
            },
            Samples.Info);

        transcript.Add(new JobEvent.Started(kept.Environment!), kept.StartedAt!.Value);
        foreach (var ended in kept.Cases.Reverse().SelectMany(@case => @case.Runs.Select(run => new JobEvent.RunEnded(new(@case.Strategy, @case.Target, @case.Point), run))))
        {
            transcript.Add(ended, kept.StartedAt.Value);
        }

        transcript.Add(new JobEvent.Progressed(kept.Progress! with { Current = "floor, run 3 of 3", SecondsLeft = 0.5 }), kept.EndedAt!.Value);
        transcript.Add(new JobEvent.Ended(JobState.Completed, null), kept.EndedAt.Value);

        JsonReport.Write(transcript.ToDocument()).ShouldBe(JsonReport.Write(kept));
    }
}
