namespace RedisPerf.Ledger.Storage;

/// <summary>The ledger cannot be opened, read or written. The message names the folder and a solution.</summary>
public sealed class LedgerException(string message, Exception? inner = null) : Exception(message, inner);
