using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Running;

/// <summary>Finds the payload of a job on this machine.</summary>
internal static class JobPayload
{
    /// <param name="find">The path of the values of a payload by its hash; null when this machine does not have it.</param>
    /// <returns>The request with the path of its payload; and the reason when it is missing or damaged.</returns>
    public static async Task<(JobRequest Request, Reason? Missing)> FindAsync(Job job, Func<string, string?> find)
    {
        if (job.Request.Payload is not { } payload)
        {
            return (job.Request, null);
        }

        var path = find(payload.Hash);
        Reason? missing = path is null
            ? Reason.Of(ReasonCode.PayloadUnknown, ("name", payload.Name), ("node", job.Node ?? Environment.MachineName), ("hash", payload.Hash))
            : await PayloadFile.MatchesAsync(path, payload.Hash, CancellationToken.None) ? null
            : Reason.Of(ReasonCode.PayloadDamaged, ("name", payload.Name), ("hash", payload.Hash));
        return (job.Request with { PayloadFile = path }, missing);
    }
}
