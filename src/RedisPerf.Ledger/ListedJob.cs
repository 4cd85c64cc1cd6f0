using RedisPerf.Core.Reports;

namespace RedisPerf.Ledger;

/// <summary>A job in a list: its document without cases, and which strategy was best (null until it has ended with one ok run).</summary>
public sealed record ListedJob(JobDocument Document, BestCase? Best);
