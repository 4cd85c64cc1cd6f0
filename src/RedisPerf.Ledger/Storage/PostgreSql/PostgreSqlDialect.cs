namespace RedisPerf.Ledger.Storage.PostgreSql;

/// <summary>The words are in a column of the type <c>tsvector</c>. It is made of an array, because the parser of PostgreSQL divides names
/// and numbers in other ways than FTS5, and by the locale of the database. Npgsql sends a list as an array.</summary>
internal sealed class PostgreSqlDialect : SqlDialect
{
    // Without accents, as in FTS5.
    public override string SaveWords { get; } = $"""
        INSERT INTO job_words (job_number, words)
        SELECT number, array_to_tsvector(array_remove(string_to_array({Plain("number || ' ' || @Words")}, ' '), ''))
        FROM jobs WHERE id = @Id
        ON CONFLICT (job_number) DO UPDATE SET words = excluded.words
        """;

    public override string ClockMicroseconds => "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)";

    public override string NumberOfWords => "job_words.job_number";

    public override string Matches(string parameter) => $"job_words.words @@ CAST({Plain(parameter)} AS tsquery)";

    // A subquery for a single value is not turned into a join, which would read all jobs with the words before the first of the page.
    public override string HasMatch(string parameter) => $"(SELECT {Matches(parameter)} FROM job_words WHERE job_words.job_number = jobs.number)";

    public override string StartsOfWords(IEnumerable<string> words) => string.Join(" & ", words.Select(word => $"'{word}':*"));

    public override string In(string column, string parameter) => $"{column} = ANY({parameter})";

    public override string NotIn(string column, string parameter) => $"{column} <> ALL({parameter})";

    private static string Plain(string text) => $"regexp_replace(normalize({text}, NFD), '[\\u0300-\\u036f]', '', 'g')";
}
