namespace RedisPerf.Core.Model;

/// <summary>What is wrong with one field of a request.</summary>
/// <param name="Field">The field's path in the request: <c>strategies</c>, <c>options.items</c>.</param>
/// <param name="Message">A sentence: what was wrong, and what would be right.</param>
public sealed record FieldError(string Field, string Message);
