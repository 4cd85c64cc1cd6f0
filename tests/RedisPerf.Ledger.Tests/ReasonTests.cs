using Dapper;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Tests;

public sealed class ReasonTests() : LedgerTest(new SqliteStorage())
{
    [Fact]
    public async Task Reasons_are_stored_with_their_arguments()
    {
        var failed = Reason.Of(ReasonCode.KeysNotRemoved, ("cause", Reason.Of(ReasonCode.NoReplyWithin, ("target", "here"), ("seconds", 5.5))));
        Reason[] disturbed = [Reason.Of(ReasonCode.OtherPrograms, ("share", 0.25)), Reason.Of(ReasonCode.KeysEvicted, ("target", "here"), ("keys", 3))];
        var ended = SampleBenchmark.Ran("quick", 1, 1.5);
        var job = await RunningAsync();
        await RecordAsync(job, ended with { Run = ended.Run with { Error = failed, Disturbed = disturbed } }, new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.NoRunSucceeded, ("cause", failed))));

        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();

        document.Error.ShouldBe(Reason.Of(ReasonCode.NoRunSucceeded, ("cause", failed)));
        var run = document.Cases.SelectMany(@case => @case.Runs).ShouldHaveSingleItem();
        run.Error.ShouldBe(failed);
        run.Disturbed.ShouldBe(disturbed);
    }

    [Fact]
    public async Task Sentences_of_an_older_ledger_become_reasons_with_that_text()
    {
        var job = await RunningAsync();
        await RecordAsync(job, SampleBenchmark.Ran("quick", 1, 1.5), SampleBenchmark.Ran("quick", 2, 1.5), new JobEvent.Ended(JobState.Completed, null));
        await CloseAsync();
        await using (var connection = await ConnectAsync())
        {
            await connection.ExecuteAsync("UPDATE jobs SET error = 'It \"broke\".'; UPDATE runs SET error = 'It failed.', disturbed = 'Others were busy.' WHERE round = 1; DROP VIEW counted_runs; DROP INDEX runs_by_job; ALTER TABLE runs DROP COLUMN client_name; CREATE INDEX runs_by_job ON runs (job_id); DROP INDEX alerts_that_last; ALTER TABLE alerts DROP COLUMN client; CREATE INDEX alerts_that_last ON alerts (schedule_id); ALTER TABLE jobs DROP COLUMN best_client; DROP TABLE targets; DROP TRIGGER job_words_of_deleted; DROP TABLE job_words; DROP TABLE job_numbers; DROP INDEX jobs_by_number; DROP INDEX jobs_per_state; ALTER TABLE jobs DROP COLUMN number; ALTER TABLE jobs DROP COLUMN title; ALTER TABLE jobs DROP COLUMN queue_order; ALTER TABLE jobs DROP COLUMN resumes; ALTER TABLE jobs DROP COLUMN active_at; DROP TABLE left_keys; DROP TABLE assistants; DROP TABLE assistant_messages; ALTER TABLE runs DROP COLUMN shared_load; DROP TABLE nodes; DROP TABLE protection_keys; ALTER TABLE jobs DROP COLUMN node; ALTER TABLE jobs DROP COLUMN lease; ALTER TABLE jobs DROP COLUMN changes; ALTER TABLE jobs DROP COLUMN kept_state; ALTER TABLE jobs DROP COLUMN kept_request; ALTER TABLE jobs DROP COLUMN kept_progress; ALTER TABLE jobs DROP COLUMN kept_ended_at; ALTER TABLE jobs DROP COLUMN kept_error; ALTER TABLE jobs DROP COLUMN repeats; ALTER TABLE jobs DROP COLUMN best_ties; ALTER TABLE runs DROP COLUMN slices; ALTER TABLE runs DROP COLUMN disturbed_slices; ALTER TABLE runs DROP COLUMN scaled_seconds; ALTER TABLE nights DROP COLUMN reason; PRAGMA user_version = 7");
        }

        await OpenAsync();

        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
        document.Error.ShouldBe(Reason.FromText("It \"broke\"."));
        var runs = document.Cases.SelectMany(@case => @case.Runs).ToArray();
        runs[0].Error.ShouldBe(Reason.FromText("It failed."));
        runs[0].Disturbed.ShouldBe([Reason.FromText("Others were busy.")]);
        (runs[1].Error, runs[1].IsDisturbed).ShouldBe((null, false));
    }
}
