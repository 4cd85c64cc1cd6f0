namespace RedisPerf.Core.Targets.Started;

/// <summary>A server program on this machine and how it is started.</summary>
/// <param name="Path">The program's file.</param>
/// <param name="Arguments">Its arguments for a port.</param>
/// <param name="Variables">Environment variables that it gets beside what it inherits.</param>
internal sealed record ServerProgram(string Path, Func<int, IEnumerable<string>> Arguments, IReadOnlyDictionary<string, string>? Variables = null);
