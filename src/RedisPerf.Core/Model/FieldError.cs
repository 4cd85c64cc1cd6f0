namespace RedisPerf.Core.Model;

/// <summary>An error in one field of a request.</summary>
/// <param name="Field">The field's path in the request: <c>strategies</c>, <c>options.items</c>.</param>
/// <param name="Message">A sentence with the error and the valid values.</param>
public sealed record FieldError(string Field, string Message);
