namespace RedisPerf.Ledger.Storage;

/// <summary>The ledger cannot be opened, read or written. The message names the folder and a solution.</summary>
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
