namespace RedisPerf.Core.Tests.Style;

/// <summary>The text that people read, the names in C# and the SQL use plain technical English: no word or pattern of
/// <c>vocabulary.txt</c> occurs in it.</summary>
public sealed class PlainEnglishTests
{
    /// <summary>The texts that are checked.</summary>
    private static readonly Scope[] Scopes =
    [
        new("docs", Prose.Markdown, "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/**/*.md", "src/**/README.md",
            "templates/*.md"),
        new("containers and scripts", Prose.HashComments, "docker/Dockerfile", "docker/*.yaml", "docs/*.sh", ".ci/run", "action.yml",
            ".github/workflows/*.yml"),
        new("pages", Prose.Razor, "src/**/*.cshtml"),
        new("scripts and styles", Prose.JavaScript, "src/RedisPerf.Web/wwwroot/js/*.js", "src/RedisPerf.Web/wwwroot/css/*.css"),
        new("strings", CSharpProse.Strings, "src/**/*.cs", "samples/**/*.cs"),
        new("comments", CSharpProse.Comments, "src/**/*.cs", "samples/**/*.cs"),
        new("test names", CSharpProse.TestNames, "tests/**/*.cs"),
        new("comments of tests", CSharpProse.Comments, "tests/**/*.cs"),
        new("project files", Prose.XmlComments, "*.props", "src/*.targets", "src/**/*.csproj", "tests/**/*.csproj", "tests/**/*.props",
            "samples/**/*.csproj", "templates/*.csproj"),
        new("identifiers", CSharpProse.Identifiers, "src/**/*.cs", "tests/**/*.cs") { Find = Vocabulary.FindInIdentifier },
        new("SQL", Prose.Sql, "src/**/baseline.sql") { Find = Vocabulary.FindInIdentifier },
    ];

    public static TheoryData<string> ScopeNames => [.. Scopes.Select(scope => scope.Name)];

    [Theory]
    [MemberData(nameof(ScopeNames))]
    public void Text_is_in_plain_English(string scopeName)
    {
        var scope = Scopes.Single(scope => scope.Name == scopeName);
        var files = scope.Files().ToArray();
        files.ShouldNotBeEmpty();

        var findings = (
            from file in files
            from line in scope.Read(File.ReadAllText(Path.Combine(Repository.Root, file)))
            from finding in scope.Find(line.Text)
            select (Text: $"{file}:{line.Number}: \"{finding.Word}\"; write: {finding.Instead}", finding.Word)).ToArray();

        var counts = findings.CountBy(finding => finding.Word.ToLowerInvariant()).OrderByDescending(count => count.Value)
            .Select(count => $"{count.Key} {count.Value}");
        findings.Length.ShouldBe(0, $"{string.Join(", ", counts)}\n{string.Join('\n', findings.Select(finding => finding.Text))}");
    }

    [Theory]
    [InlineData("docs", """
        A `told` span, a [link](docs/told.md), https://redis.io/told
        ```sh
        redisperf told
        ```
        A word that is told.
        """, 5)]
    [InlineData("containers and scripts", """
        image: told # a comment, told
        command: [told]
        """, 1)]
    [InlineData("pages", """
        @model Told
        @{
          var told = Told.Of("the user is told");
        }
        <p class="told" title="is told">@Model.Told @(told ? "was told" : "told-class") `told`</p>
        @if (told)
        {
          <told>Nothing</told>
          was told
        }
        """, 3, 5, 5, 9)]
    [InlineData("scripts and styles", """
        const told = /told "is told" /.test("told"); // a told comment
        const name = "told-class", other = 'is told', text = `${told(1)}
          was told ${told(2)} times`;
        """, 1, 2, 3)]
    [InlineData("strings", """"
        // told
        var told = Told("told") + "is told";
        var text = $"{told} told {told}" + """
            `told`
            was told
            """;
        var share = $"{share:0 %} and {count} %", sql = "SELECT told";
        """", 2, 3, 5, 7, 7)]
    [InlineData("comments", """
        /// <summary>A <c>told</c>, <see cref="Told"/>, <cite>Told
        /// and told</cite>,
        /// as told.</summary>
        var told = "is told"; // the `told`, told
        /* is told */
        """, 3, 4, 5)]
    [InlineData("test names", """
        class Told
        {
            [Fact]
            public void A_word_is_told() => Told_as_told("is told");
            private void Told_as_told(string told) { }
        }
        """, 4)]
    [InlineData("comments of tests", "var told = 1; // told", 1)]
    [InlineData("project files", "<Told>told</Told> <!-- told -->", 1)]
    [InlineData("identifiers", """
        class Told(int toldValue)
        {
            // told
            private int _isTold = told("told");
            [Fact]
            public void A_word_is_told() => Told();
            enum Words { Told }
        }
        """, 1, 1, 4)]
    [InlineData("SQL", """
        -- told
        CREATE TABLE words (id, was_told);
        """, 1, 2)]
    public void Each_scope_is_checked_and_other_parts_are_not(string scopeName, string source, params int[] lines)
    {
        var scope = Scopes.Single(scope => scope.Name == scopeName);

        var found = scope.Read(source).SelectMany(line => scope.Find(line.Text).Select(_ => line.Number));

        found.ShouldBe(lines);
    }

    [Theory]
    [InlineData("within 5 % of 30 000 items", "5 %", "30 000")]
    [InlineData("within 5\u00A0% of 30\u00A0000 items", "5\u00A0%", "30\u00A0000")]
    [InlineData("Missed nights; at most 1.70 floors", "nights", "1.70 floors")]
    [InlineData("Within 5% of 30,000 items, nightly, standard, besides, a standalone server. What is a target?")]
    public void Patterns_match_whole_words(string text, params string[] words) =>
        Vocabulary.Find(text).Select(finding => finding.Word).ShouldBe(words, ignoreOrder: true);

    private sealed record Scope(string Name, Func<string, IEnumerable<ProseLine>> Read, params string[] Patterns)
    {
        /// <summary>Finds the words to avoid in a text.</summary>
        public Func<string, IEnumerable<(string Word, string Instead)>> Find { get; init; } = Vocabulary.Find;

        /// <summary>Paths from the root of the repository, without the outputs of builds.</summary>
        public IEnumerable<string> Files() =>
            from pattern in Patterns
            let folder = Path.GetDirectoryName(pattern)!
            let depth = folder.EndsWith("**", StringComparison.Ordinal) ? SearchOption.AllDirectories : SearchOption.TopDirectoryOnly
            from path in Directory.EnumerateFiles(Path.Combine(Repository.Root, folder.TrimEnd('*')), Path.GetFileName(pattern), depth)
            let file = Path.GetRelativePath(Repository.Root, path).Replace('\\', '/')
            where !file.Split('/').Any(part => part is "bin" or "obj" or "node_modules")
            orderby file
            select file;
    }
}
