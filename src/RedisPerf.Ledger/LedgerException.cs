namespace RedisPerf.Ledger;

/// <summary>The ledger cannot be opened, read or written. The message is one sentence or two that name the folder and say what would help.</summary>
public sealed class LedgerException : Exception
{
    public LedgerException(string message)
        : base(message)
    {
    }

    public LedgerException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
