namespace RedisPerf.Ledger.Storage.Sqlite;

/// <summary>The words are in an FTS5 table, whose <c>rowid</c> is the number of the job. Dapper writes the values of a list
/// as single parameters.</summary>
internal sealed class SqliteDialect : SqlDialect
{
    public override string SaveWords =>
        "INSERT OR REPLACE INTO job_words (rowid, words) SELECT number, number || ' ' || @Words FROM jobs WHERE id = @Id";

    public override string NumberOfWords => "job_words.rowid";

    public override string ClockMicroseconds => "SELECT CAST(unixepoch('subsec') * 1000000 AS INTEGER)";

    public override string Matches(string parameter) => $"job_words MATCH {parameter}";

    // The plus keeps SQLite from the index of the numbers, whose order is not that of the list.
    public override string HasMatch(string parameter) => $"+jobs.number IN (SELECT rowid FROM job_words WHERE {Matches(parameter)})";

    public override string StartsOfWords(IEnumerable<string> words) => string.Join(" AND ", words.Select(word => $"\"{word}\"*"));

    public override string In(string column, string parameter) => $"{column} IN {parameter}";

    public override string NotIn(string column, string parameter) => $"{column} NOT IN {parameter}";
}
