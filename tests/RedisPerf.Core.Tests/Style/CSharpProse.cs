using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace RedisPerf.Core.Tests.Style;

/// <summary>The parts of C# source that a person reads as text.</summary>
internal static partial class CSharpProse
{
    /// <summary>The text of string literals. A literal without a space is an identifier, and SQL is code.</summary>
    internal static IEnumerable<ProseLine> Strings(string source) =>
        from literal in Literals(source)
        from line in Prose.Lines(literal.Text, LineOf(literal.Node.SyntaxTree, literal.Node.SpanStart))
        select line;

    /// <summary>String literals that are one or more whole sentences: a capital letter, at least four words, a full stop.</summary>
    internal static IEnumerable<(SyntaxNode Node, ProseLine Line)> Sentences(string source) =>
        from literal in Literals(source)
        where Sentence().IsMatch(literal.Text.Trim())
        select (literal.Node, new ProseLine(LineOf(literal.Node.SyntaxTree, literal.Node.SpanStart), literal.Text));

    /// <summary>Comments and XML docs, without the names in <c>&lt;c&gt;</c>, <c>&lt;code&gt;</c> and <c>cref</c>, and without the titles
    /// in <c>&lt;cite&gt;</c>.</summary>
    internal static IEnumerable<ProseLine> Comments(string source)
    {
        var root = Root(source);
        return
            from trivia in root.DescendantTrivia()
            where CommentStart().IsMatch(trivia.ToFullString())
            from line in Prose.Lines(Prose.Mask(trivia.ToFullString(), Markup()), LineOf(root.SyntaxTree, trivia.FullSpan.Start))
            select line;
    }

    /// <summary>The names of test methods, with spaces for underscores.</summary>
    internal static IEnumerable<ProseLine> TestNames(string source) =>
        from method in Root(source).DescendantNodes().OfType<MethodDeclarationSyntax>()
        where method.AttributeLists.SelectMany(list => list.Attributes).Any(attribute => attribute.Name.ToString() is "Fact" or "Theory")
        select new ProseLine(LineOf(method.SyntaxTree, method.Identifier.SpanStart), method.Identifier.Text.Replace('_', ' '));

    /// <summary>The declared names, as words in lower case. The name of a test is a sentence. The members of an enum are words of the HTTP
    /// contract and of stored documents, and those of an interop declaration are names of the system.</summary>
    internal static IEnumerable<ProseLine> Identifiers(string source) =>
        from node in Root(source).DescendantNodes()
        let name = NameOf(node)
        where !name.IsKind(SyntaxKind.None) && (name.Text.StartsWith('_') || !name.Text.Contains('_', StringComparison.Ordinal))
        select new ProseLine(LineOf(node.SyntaxTree, name.SpanStart), Prose.Words(name.Text));

    private static SyntaxToken NameOf(SyntaxNode node) => node switch
    {
        BaseTypeDeclarationSyntax type => type.Identifier,
        DelegateDeclarationSyntax type => type.Identifier,
        MethodDeclarationSyntax method => method.Identifier,
        LocalFunctionStatementSyntax function => function.Identifier,
        PropertyDeclarationSyntax property => property.Identifier,
        VariableDeclaratorSyntax variable => variable.Identifier,
        SingleVariableDesignationSyntax variable => variable.Identifier,
        ForEachStatementSyntax loop => loop.Identifier,
        ParameterSyntax parameter => parameter.Identifier,
        TypeParameterSyntax parameter => parameter.Identifier,
        TupleElementSyntax element => element.Identifier,
        FromClauseSyntax clause => clause.Identifier,
        LetClauseSyntax clause => clause.Identifier,
        _ => default,
    };

    private static IEnumerable<(SyntaxNode Node, string Text)> Literals(string source) =>
        from literal in Root(source).DescendantNodes()
        where literal is InterpolatedStringExpressionSyntax || literal.IsKind(SyntaxKind.StringLiteralExpression)
            || literal.IsKind(SyntaxKind.Utf8StringLiteralExpression)
        let text = literal is InterpolatedStringExpressionSyntax interpolated
            ? string.Concat(interpolated.Contents.Select(TextOf))
            : literal.ToString().Trim('"')
        where text.Contains(' ', StringComparison.Ordinal) && !Sql().IsMatch(text)
        select (literal, Prose.Unescape(text));

    private static SyntaxNode Root(string source) => CSharpSyntaxTree.ParseText(source).GetRoot();

    private static int LineOf(SyntaxTree tree, int position) => tree.GetText().Lines.GetLineFromPosition(position).LineNumber + 1;

    // A hole counts as a number, so that `{share} %` and `{share:0 %}` are found.
    private static string TextOf(InterpolatedStringContentSyntax content) =>
        content is InterpolationSyntax hole ? hole.FormatClause?.FormatStringToken.Text ?? "0" : content.ToString();

    [GeneratedRegex(@"^\s*(//|/\*)")]
    private static partial Regex CommentStart();

    [GeneratedRegex(@"\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|WHERE|JOIN|ORDER BY)\b")]
    private static partial Regex Sql();

    [GeneratedRegex(@"^\p{Lu}\S*(\s+\S+){3,}\s*\.$")]
    private static partial Regex Sentence();

    [GeneratedRegex(@"<c>.*?</c>|<code>[\s\S]*?</code>|<cite>[\s\S]*?</cite>|<[^>]+>")]
    private static partial Regex Markup();
}
