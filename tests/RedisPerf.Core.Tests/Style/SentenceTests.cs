using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace RedisPerf.Core.Tests.Style;

/// <summary>Only the parts that show text contain sentences. The other parts report a reason as a code with arguments. Everywhere,
/// exceptions, the log, attributes and field errors may have sentences, and so may the declarations of benchmarks.</summary>
public sealed class SentenceTests
{
    private static readonly string[] Showing =
    [
        "RedisPerf.Core/Reporting/", "RedisPerf.Cli/", "RedisPerf.Micro/", "RedisPerf.Web/Api/", "RedisPerf.Web/Pages/", "RedisPerf.Web/Live/",
        // Field errors of job requests.
        "RedisPerf.Core/Benchmarks/Requests/",
        // Messages in the terminal at the start.
        "RedisPerf.Web/Program.cs", "RedisPerf.Web/Configuration/", "RedisPerf.Web/Hosting/",
        // The text of the generated documents is data.
        "RedisPerf.Core/Payloads/PeopleDocument.cs",
        // Answers to requests without the access token.
        "RedisPerf.Web/Access/AccessControlMiddleware.cs",
    ];

    [Fact]
    public void Only_parts_that_show_text_contain_sentences()
    {
        var wrong =
            from source in ArchitectureTests.Sources("")
            where source.Path.EndsWith(".cs", StringComparison.Ordinal)
                && !Showing.Any(part => source.Path.StartsWith(part, StringComparison.Ordinal))
            from sentence in CSharpProse.Sentences(source.Text)
            where !IsAllowed(sentence.Node, isBenchmark: source.Path.StartsWith("RedisPerf.Core/Benchmarks/", StringComparison.Ordinal))
            select $"{source.Path}:{sentence.Line.Number}: {sentence.Line.Text}";

        wrong.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("""class A { string B() => "The server does not reply."; }""", false)]
    [InlineData("""class A { string B(string c) => $"There is no server \"{c}\"."; }""", false)]
    [InlineData("""class A { void B() => Send("The server does not reply."); }""", false)]
    [InlineData("""class A { static string B { get; } = "One write for each item."; }""", false, true)]
    [InlineData("""class A { FormattableString? B(double c) => Measured.Proof($"The server took {c:seconds} to reply."); }""", false, true)]
    [InlineData("""class A { string B() => "server not found"; }""", true)]
    [InlineData("""class A { string B() => "No reply."; }""", true)]
    [InlineData("""class A { void B() => throw new IOException($"The server does not reply."); }""", true)]
    [InlineData(
        """class A { IOException B(int c) => new(c switch { 1 => "The server does not reply.", _ => "The connection was not opened." }); }""", true)]
    [InlineData("""class A(int b) : Exception($"The server {b} does not reply.");""", true)]
    [InlineData("""class A { void B() => _log.LogWarning("The server {Name} does not reply.", "a"); }""", true)]
    [InlineData("""class A { [Required(ErrorMessage = "The name must not be empty.")] string B; }""", true)]
    [InlineData("""class A { void B(ICollection<FieldError> c) => c.Add(new("name", "Select at least one name.")); }""", true)]
    [InlineData("""class A { FieldError B() => new("name", "Select at least one name."); }""", true)]
    public void Sentences_outside_exceptions_logs_and_declarations_are_found(string source, bool isAllowed, bool isAllowedInBenchmarks = false) =>
        new[] { false, true }.Select(isBenchmark => CSharpProse.Sentences(source).All(sentence => IsAllowed(sentence.Node, isBenchmark)))
            .ShouldBe([isAllowed, isAllowed || isAllowedInBenchmarks]);

    private static bool IsAllowed(SyntaxNode literal, bool isBenchmark) => literal.Ancestors().Any(node => node switch
    {
        AttributeSyntax => true,
        ObjectCreationExpressionSyntax creation => IsExceptionOrFieldError(creation.Type),
        PrimaryConstructorBaseTypeSyntax inherited => IsExceptionOrFieldError(inherited.Type),
        // The proof of a correction: Reporting formats its numbers.
        MethodDeclarationSyntax method when method.ReturnType.ToString() == "FormattableString?" => isBenchmark,
        // A method that creates one, also with new(…).
        MethodDeclarationSyntax method => IsExceptionOrFieldError(method.ReturnType)
            || method.ParameterList.Parameters.Any(parameter => parameter.Type!.ToString() == "ICollection<FieldError>"),
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax called } =>
            called.Name.Identifier.Text.StartsWith("Log", StringComparison.Ordinal),
        PropertyDeclarationSyntax { Initializer: not null } or FieldDeclarationSyntax => isBenchmark,
        _ => false,
    });

    private static bool IsExceptionOrFieldError(TypeSyntax type) =>
        type.ToString() is var name && (name == "FieldError" || name.EndsWith("Exception", StringComparison.Ordinal));
}
