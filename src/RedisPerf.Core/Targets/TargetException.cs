namespace RedisPerf.Core.Targets;

/// <summary>A target could not be started, reached or used. The message is a sentence that may be shown: it never holds a password.</summary>
public sealed class TargetException : Exception
{
    public TargetException(string message)
        : base(message)
    {
    }

    public TargetException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
