using System.Globalization;

namespace RedisPerf.Core.Model;

/// <summary>An error in one field of a request.</summary>
/// <param name="Field">The field's path in the request: <c>strategies</c>, <c>options.items</c>.</param>
/// <param name="Message">A sentence with the error and the valid values.</param>
public sealed record FieldError(string Field, string Message)
{
    private const int MaximumInput = 80;

    // The message without the name of the field at its start; null when it does not start with it.
    private readonly string? _predicate;

    private FieldError(string field, string predicate, string name)
        : this(field, $"{name} {predicate}") => _predicate = predicate;

    /// <summary>An input as a message repeats it: cut where it is long.</summary>
    public static string Shorten(string input) =>
        input.Length <= MaximumInput
            ? input
            : string.Create(CultureInfo.InvariantCulture, $"{input.AsSpan(0, MaximumInput)}… ({input.Length:N0} characters)");

    /// <param name="field">The field's path in the request; its last part is its name.</param>
    /// <param name="predicate">The rest of the sentence: <c>must be at most 10.</c></param>
    public static FieldError About(string field, string predicate) => new(field, predicate, field.Split('.')[^1]);

    /// <summary>The message with another spelling of the field's name, for example that of a command-line option.</summary>
    public string MessageFor(string name) => _predicate is null ? Message : $"{name} {_predicate}";

    public bool Equals(FieldError? other) => other is not null && Field == other.Field && Message == other.Message;

    public override int GetHashCode() => HashCode.Combine(Field, Message);
}
