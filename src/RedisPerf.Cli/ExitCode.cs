namespace RedisPerf.Cli;

/// <summary>The exit codes of the process.</summary>
internal static class ExitCode
{
    /// <summary>All runs verified.</summary>
    public const int Ok = 0;

    /// <summary>A run failed, or the job could not run.</summary>
    public const int RunFailed = 1;

    public const int WrongUsage = 2;

    /// <summary>A case is slower than in the base job by more than the limit.</summary>
    public const int Slower = 3;

    public const int Interrupted = 130;
}
