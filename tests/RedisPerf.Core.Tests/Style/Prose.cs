using System.Text.RegularExpressions;

namespace RedisPerf.Core.Tests.Style;

/// <summary>Text of one source line that a person reads. The line number starts at 1.</summary>
internal readonly record struct ProseLine(int Number, string Text);

/// <summary>Removes the parts of a file that are not prose: code, identifiers, code spans, addresses. Spaces replace the removed parts, so
/// lines keep their numbers and words do not join.</summary>
internal static partial class Prose
{
    /// <summary>Markdown without fenced blocks.</summary>
    internal static IEnumerable<ProseLine> Markdown(string source) => Lines(Mask(source, FencedBlock(), LinkTarget(), Tag()), 1);

    /// <summary>The comments of shell scripts, YAML files and Dockerfiles.</summary>
    internal static IEnumerable<ProseLine> HashComments(string source) =>
        Lines(source, 1).Select(line => line with { Text = HashComment().Match(line.Text).Value });

    /// <summary>The comments of XML files.</summary>
    internal static IEnumerable<ProseLine> XmlComments(string source) =>
        from Match match in XmlComment().Matches(source)
        from line in Lines(match.Value, 1 + source.AsSpan(0, match.Index).Count('\n'))
        select line;

    /// <summary>Comments, strings and templates of JavaScript, and comments of CSS. A string without a space is an identifier, not text.</summary>
    internal static IEnumerable<ProseLine> JavaScript(string source) =>
        from Match match in JavaScriptToken().Matches(source)
        where match.Groups["text"].Success && match.Value.Contains(' ', StringComparison.Ordinal)
        from line in Lines(Unescape(TemplateHole().Replace(match.Value, "0")), 1 + source.AsSpan(0, match.Index).Count('\n'))
        select line;

    /// <summary>The comments, names and words of SQL, as words in lower case.</summary>
    internal static IEnumerable<ProseLine> Sql(string source) =>
        source.Split('\n').Select((line, index) => new ProseLine(1 + index, Words(line.ToLowerInvariant())));

    /// <summary>The words of an identifier, or of several, in lower case with spaces between them: <c>left out</c> for <c>LeftOut</c>.</summary>
    internal static string Words(string identifier) =>
        string.Join(' ', Word().Matches(identifier).Select(match => match.Value)).ToLowerInvariant();

    /// <summary>Text, comments, readable attributes and string literals of a Razor page. Which lines are C# is decided by how they start
    /// and end, which is exact enough here: a line taken for the wrong kind still shows its string literals.</summary>
    internal static IEnumerable<ProseLine> Razor(string source)
    {
        var isBlock = false;
        foreach (var line in Lines(source, 1))
        {
            isBlock = RazorBlock().IsMatch(line.Text) || (isBlock && !line.Text.StartsWith('}'));
            var isCode = isBlock ? !line.Text.TrimStart().StartsWith('<') : RazorCode().IsMatch(line.Text);
            yield return line with
            {
                Text = isCode
                ? OnlyStrings(line.Text)
                : Mask(RazorExpression().Replace(line.Text, match => OnlyStrings(match.Value)), HiddenAttribute(), RazorName(), TagName())
            };
        }
    }

    /// <summary>The lines of a text, without code spans, addresses and CSS classes. <paramref name="first"/> is the
    /// number of its first line.</summary>
    internal static IEnumerable<ProseLine> Lines(string text, int first) =>
        Mask(text, CodeSpan(), Address(), CssClass()).Split('\n').Select((line, index) => new ProseLine(first + index, line));

    /// <summary>Replaces each match with spaces and keeps the line breaks.</summary>
    internal static string Mask(string text, params Regex[] patterns) =>
        patterns.Aggregate(text, (masked, pattern) => pattern.Replace(masked, match => NotLineBreak().Replace(match.Value, " ")));

    /// <summary>Escapes of a literal: the spaces as they are shown, the others as blanks.</summary>
    internal static string Unescape(string literal) =>
        Escape().Replace(literal, match => match.Value.ToUpperInvariant() is "\\U00A0" or "\\U202F" ? "\u00A0" : "  ");

    private static string OnlyStrings(string code) =>
        string.Join(' ', StringOrComment().Matches(code).Select(match => match.Value).Where(text => text.Contains(' ', StringComparison.Ordinal)));

    [GeneratedRegex(@"^( *)```[\s\S]*?^\1```", RegexOptions.Multiline)]
    private static partial Regex FencedBlock();

    [GeneratedRegex("`[^`\n]+`")]
    private static partial Regex CodeSpan();

    [GeneratedRegex(@"(?<=\])\([^)\s]*\)")]
    private static partial Regex LinkTarget();

    [GeneratedRegex(@"\bhttps?://[^\s)>""]+")]
    private static partial Regex Address();

    [GeneratedRegex(@"(?<!\S)\.[a-z][\w-]+")]
    private static partial Regex CssClass();

    [GeneratedRegex(@"<!--[\s\S]*?-->")]
    private static partial Regex XmlComment();

    [GeneratedRegex(@"</?[a-z][^>]*>")]
    private static partial Regex Tag();

    [GeneratedRegex(@"\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+")]
    private static partial Regex Word();

    [GeneratedRegex("[^\n]")]
    private static partial Regex NotLineBreak();

    [GeneratedRegex(@"(?:^|(?<=\s))#.*")]
    private static partial Regex HashComment();

    [GeneratedRegex(@"\\(?:u[0-9A-Fa-f]{4}|.)")]
    private static partial Regex Escape();

    // The first alternative is a regular expression, which may contain quotes.
    [GeneratedRegex("""
        (?<=[=(,:\[!&|?{};]\s*)/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/
        |(?<text>/\*[\s\S]*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\})*`)
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex JavaScriptToken();

    [GeneratedRegex(@"\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\}|`")]
    private static partial Regex TemplateHole();

    [GeneratedRegex(@"^@(\{|functions)")]
    private static partial Regex RazorBlock();

    [GeneratedRegex(@"^\s*(@(using|model|inject|page|addTagHelper|section|if|for|foreach|switch|await)\b|else\b|case\b|var\b|\{|\}|//)|;\s*$")]
    private static partial Regex RazorCode();

    [GeneratedRegex(@"@\((?:[^()]|(?<open>\()|(?<-open>\)))*(?(open)(?!))\)")]
    private static partial Regex RazorExpression();

    [GeneratedRegex("""(?<![\w-])(?!(title|alt|placeholder|aria-label|content)=)[\w-]+=(?:"[^"]*"|'[^']*')""")]
    private static partial Regex HiddenAttribute();

    [GeneratedRegex(@"@[A-Za-z_][\w.]*(?:\([^()]*\)|\[[^\]]*\])*")]
    private static partial Regex RazorName();

    [GeneratedRegex(@"</?[\w-]+")]
    private static partial Regex TagName();

    [GeneratedRegex("""
        "(?:[^"\\]|\\.)*"|//.*|@\*.*
        """)]
    private static partial Regex StringOrComment();
}
