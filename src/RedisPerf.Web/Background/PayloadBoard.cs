using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Background;

/// <summary>The payloads of this node, as the pages and the API list and change them.</summary>
public sealed class PayloadBoard(PayloadStore store, JobLedger ledger, RunningJobs running, TargetCatalogue targets, TargetBoard board,
    MeasurementLock measurementLock, LiveJobs jobs)
{
    /// <summary>Maximum size of an upload in bytes: of an input, and the parts of a form around it.</summary>
    public const int MaximumUploadBytes = PayloadInput.MaximumInputBytes + (32 << 10);

    /// <summary>Maximum size of an upload in bytes while a job is measured: reading and compressing it takes less than 0.2 s of a core.</summary>
    public const int MaximumUploadBytesDuringJob = 4_000_000;

    private static readonly TimeSpan TurnLimit = TimeSpan.FromSeconds(10);

    private Upload? _upload;

    /// <summary>All payloads, ordered by name.</summary>
    public IReadOnlyList<PayloadDescription> List() => store.List();

    /// <summary>The payload of a hash; null when it is not on this node.</summary>
    public PayloadDescription? Find(string hash) => store.Find(hash);

    /// <summary>Reserves the node for one upload: each is in memory until it is stored.</summary>
    /// <param name="bytes">Its size; null when it is not known.</param>
    /// <returns>Ends the upload. It can be disposed several times.</returns>
    /// <exception cref="PayloadException">A job is measured now, and the upload is large.</exception>
    /// <exception cref="UploadInProgressException">Another upload has not ended.</exception>
    public IDisposable BeginUpload(long? bytes)
    {
        if (!(bytes <= MaximumUploadBytesDuringJob))
        {
            RefuseWhileMeasuring(ReasonCode.UploadDuringJob, ("bytes", MaximumUploadBytesDuringJob));
        }

        var upload = new Upload(this);
        return Interlocked.CompareExchange(ref _upload, upload, null) is null ? upload : throw new UploadInProgressException();
    }

    /// <summary>Stores a payload, during an upload.</summary>
    /// <param name="name">The name of its file; null for none.</param>
    /// <param name="content">The content of the file.</param>
    /// <param name="form">The form of the content; null to find it.</param>
    /// <param name="sentWith">The compression in which the content is sent; null for none.</param>
    /// <exception cref="PayloadException">The content is not understood, a bound is exceeded, or the payload cannot be stored.</exception>
    public async Task<PayloadDescription> AddAsync(
        string? name, Stream content, PayloadForm? form, Compression? sentWith, CancellationToken ct)
    {
        var values = await PayloadInput.ReadAsync(content, form, sentWith, ct);
        // To receive the bytes takes little time of the processor, but to compress them does: a job can have started, and a small upload can
        // have large values.
        if (values.Values.Sum(value => (long)value.Length) > MaximumUploadBytesDuringJob)
        {
            RefuseWhileMeasuring(ReasonCode.UploadDuringJob, ("bytes", MaximumUploadBytesDuringJob));
        }

        return await store.AddAsync(name, values, ct);
    }

    /// <summary>The existing servers, from which a sample can be read.</summary>
    public IReadOnlyList<string> Servers =>
        [.. targets.Targets.Where(target => target.Source == TargetSource.Configured).Select(target => target.Name)];

    /// <summary>Reads values of existing keys and stores them.</summary>
    /// <param name="name">The name of an existing server.</param>
    /// <param name="pattern">The pattern of the keys.</param>
    /// <param name="count">Maximum number of values.</param>
    /// <param name="type">What the values are read from.</param>
    /// <param name="isConfirmed">Whether the user confirmed that RedisPerf reads the values.</param>
    /// <exception cref="PayloadException">It is not confirmed, an argument is invalid, a job is measured now, or the sample
    /// cannot be read or stored.</exception>
    public async Task<PayloadDescription> SampleAsync(string name, string pattern, int count, SampleType type, bool isConfirmed, CancellationToken ct)
    {
        if (!Servers.Contains(name) || targets.Find(name) is not { } target)
        {
            throw new PayloadException(Reason.Of(
                ReasonCode.SampleNeedsServer, (Reason.Target, null), ("targets", Servers.Count == 0 ? "none" : string.Join(", ", Servers))));
        }

        if (!isConfirmed)
        {
            throw PayloadSampler.NotConfirmed(name, pattern, count, type);
        }

        RefuseWhileMeasuring(ReasonCode.SampleDuringJob);

        if (board.IsUsedElsewhere(target))
        {
            throw new PayloadException(Reason.Of(ReasonCode.TargetInUseElsewhere, (Reason.Target, name)));
        }

        // A job that starts now waits for the end of the sample.
        using var mine = await AcquireAsync(ct);
        try
        {
            return await PayloadSampler.StoreAsync(target, pattern, count, type, store, ct);
        }
        catch (TargetException exception)
        {
            throw new PayloadException(exception.Reason, exception);
        }
    }

    /// <summary>Deletes a payload; refused while a queued or running job uses it.</summary>
    public async Task<ChangeOutcome> DeleteAsync(string hash, CancellationToken ct)
    {
        if (store.FindFile(hash) is null)
        {
            return ChangeOutcome.NotFound;
        }

        var jobs = (await ledger.QueuedAsync(ct)).ToList();
        foreach (var id in running.Ids)
        {
            if (await ledger.FindJobAsync(id, ct) is { } job)
            {
                jobs.Add(job);
            }
        }

        if (jobs.Exists(job => job.Request.Payload?.Hash == hash))
        {
            return ChangeOutcome.Refused;
        }

        return store.Delete(hash) ? ChangeOutcome.Changed : ChangeOutcome.NotFound;
    }

    private void RefuseWhileMeasuring(ReasonCode code, params (string Name, object? Value)[] arguments)
    {
        if (jobs.AreMeasuring)
        {
            throw new PayloadException(Reason.Of(code, arguments));
        }
    }

    // A connection test ends soon, a job that started in the meantime does not.
    private async Task<IDisposable> AcquireAsync(CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(TurnLimit);
        try
        {
            return await measurementLock.AcquireAsync(limit.Token);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new PayloadException(Reason.Of(ReasonCode.SampleDuringJob));
        }
    }

    private sealed class Upload(PayloadBoard board) : IDisposable
    {
        public void Dispose() => Interlocked.CompareExchange(ref board._upload, null, this);
    }
}

/// <summary>Another payload is uploaded at the same time.</summary>
public sealed class UploadInProgressException() : Exception
{
    public Reason Reason { get; } = Reason.Of(ReasonCode.UploadInProgress);
}
