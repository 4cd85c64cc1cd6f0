using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Targets;

/// <summary>A server program of the configuration, which RedisPerf starts for a job.</summary>
public sealed class NamedServerOptions
{
    /// <summary>The target's name in requests: letters, digits, dots, dashes and underscores.</summary>
    public string Name { get; set; } = "";

    /// <summary>The path of the program: Redis, Valkey, KeyDB, Dragonfly or Garnet, or a script that ends with an <c>exec</c> of it.</summary>
    public string Path { get; set; } = "";

    /// <summary>The absolute path of the program.</summary>
    /// <param name="index">The place of the server in the configuration.</param>
    /// <exception cref="TargetException">There is no path, or no such program.</exception>
    internal string FindProgram(int index)
    {
        var path = Path.Trim();
        var fault = path.Length == 0 ? Reason.Of(ReasonCode.ProgramPathMissing) : SearchPath.FindFault(path);
        return fault is null
            ? System.IO.Path.GetFullPath(path)
            : throw new TargetException(Reason.Of(
                ReasonCode.NamedServerUnusable, ("name", Name), ("index", index), ("cause", fault)));
    }
}
