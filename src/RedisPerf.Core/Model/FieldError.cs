using System.Globalization;
using System.Text.RegularExpressions;

namespace RedisPerf.Core.Model;

/// <summary>An error in one field of a request.</summary>
/// <param name="Field">The field's path in the request: <c>strategies</c>, <c>options.items</c>.</param>
/// <param name="Message">A sentence with the error and the valid values.</param>
public sealed partial record FieldError(string Field, string Message)
{
    private const int MaximumInput = 80;

    // The message without the name of the field at its start; null when it does not start with it.
    private readonly string? _predicate;

    private FieldError(string field, string predicate, string name)
        : this(field, $"{name} {Mentions().Replace(predicate, "$1")}") => _predicate = predicate;

    /// <summary>The name of another field in a predicate, which the command line spells differently.</summary>
    /// <param name="name">Its name in the request: <c>payloadBytes</c>.</param>
    // Characters for private use, which the repeated input of a user does not have.
    public static string Mention(string name) => $"\uE000{name}\uE001";

    /// <summary>An input as a message repeats it: cut where it is long.</summary>
    public static string Shorten(string input) =>
        input.Length <= MaximumInput
            ? input
            : string.Create(CultureInfo.InvariantCulture, $"{input.AsSpan(0, MaximumInput)}… ({input.Length:N0} characters)");

    /// <param name="field">The field's path in the request; its last part is its name.</param>
    /// <param name="predicate">The rest of the sentence: <c>must be at most 10.</c> It has other fields as <see cref="Mention"/>.</param>
    public static FieldError About(string field, string predicate) => new(field, predicate, field.Split('.')[^1]);

    /// <summary>The message with another spelling of the names of fields, for example those of command-line options.</summary>
    /// <param name="name">The name of this field.</param>
    /// <param name="nameOf">The spelling of another field by its name in the request.</param>
    public string MessageFor(string name, Func<string, string> nameOf) =>
        _predicate is null ? Message : $"{name} {Mentions().Replace(_predicate, mention => nameOf(mention.Groups[1].Value))}";

    public bool Equals(FieldError? other) => other is not null && Field == other.Field && Message == other.Message;

    public override int GetHashCode() => HashCode.Combine(Field, Message);

    [GeneratedRegex("\uE000(.*?)\uE001")]
    private static partial Regex Mentions();
}
