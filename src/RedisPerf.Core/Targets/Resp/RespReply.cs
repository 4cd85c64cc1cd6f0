namespace RedisPerf.Core.Targets.Resp;

/// <summary>One reply of a server, as far as the probes need it: text, an error, or a list of texts.</summary>
/// <param name="Text">Simple string, integer or bulk string; the message of an error; null for nil and for a list.</param>
/// <param name="IsError">The server refused the command; <paramref name="Text"/> has the reason.</param>
/// <param name="Items">The replies of a list; empty for anything else.</param>
internal sealed record RespReply(string? Text, bool IsError, IReadOnlyList<RespReply> Items);
