using System.Net.Http.Json;
using System.Text.Json;

namespace RedisPerf.Browser.Proofs;

/// <summary>Calls of the job routes.</summary>
internal static class JobCalls
{
    /// <summary>Queues a job.</summary>
    /// <returns>Its id.</returns>
    public static async Task<string> QueueAsync(this RunningApp app, string json)
    {
        using var client = app.Connect();
        using var answer = await client.PostAsync("/api/jobs", new StringContent(json, null, "application/json"), Ct);
        answer.IsSuccessStatusCode.ShouldBeTrue(await answer.Content.ReadAsStringAsync(Ct));
        return (await answer.Content.ReadFromJsonAsync<JsonElement>(Ct)).GetProperty("id").GetString()!;
    }

    /// <summary>Cancels a queued or running job.</summary>
    public static async Task CancelAsync(this RunningApp app, string id)
    {
        using var client = app.Connect();
        using var answer = await client.PostAsync($"/api/jobs/{id}/cancel", null, Ct);
        answer.IsSuccessStatusCode.ShouldBeTrue(await answer.Content.ReadAsStringAsync(Ct));
    }

    /// <summary>Waits until a job has completed, and returns its document.</summary>
    public static async Task<JsonElement> CompletedAsync(this RunningApp app, string id)
    {
        using var client = app.Connect();
        while (true)
        {
            var job = await client.GetFromJsonAsync<JsonElement>($"/api/jobs/{id}", Ct);
            if (job.GetProperty("state").GetString() is not ("queued" or "running"))
            {
                job.GetProperty("state").GetString().ShouldBe("completed", job.GetProperty("error").GetString());
                return job;
            }

            await Task.Delay(100, Ct);
        }
    }
}
