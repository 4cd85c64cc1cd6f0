using System.Data;
using Npgsql;
using RedisPerf.Ledger.Storage.PostgreSql;
using RedisPerf.Ledger.Storage.Sqlite;

namespace RedisPerf.Ledger.Storage;

/// <summary>The SQL that differs between the databases. A name with @ is a parameter.</summary>
internal abstract class SqlDialect
{
    private static readonly SqliteDialect Sqlite = new();
    private static readonly PostgreSqlDialect PostgreSql = new();

    /// <summary>Saves the words by which the job <c>@Id</c> is found: its number and <c>@Words</c>, in lower case, with
    /// spaces between them.</summary>
    public abstract string SaveWords { get; }

    /// <summary>The column of <c>job_words</c> with the number of the job.</summary>
    public abstract string NumberOfWords { get; }

    /// <summary>A condition on <c>job_words</c>; the parameter is that of <see cref="StartsOfWords"/>.</summary>
    public abstract string Matches(string parameter);

    /// <summary>A condition on a row of <c>jobs</c> that looks up the words of this job; the parameter is that of
    /// <see cref="StartsOfWords"/>.</summary>
    public abstract string HasMatch(string parameter);

    /// <summary>The parameter that matches the jobs that have, for each given word in lower case, a word that starts with it.</summary>
    public abstract string StartsOfWords(IEnumerable<string> words);

    /// <summary>Whether a column has one of the values of a parameter, which is an array.</summary>
    public abstract string In(string column, string parameter);

    /// <summary>Whether a column has no value of a parameter, which is an array.</summary>
    public abstract string NotIn(string column, string parameter);

    /// <summary>A query of the clock of the database, in microseconds.</summary>
    public abstract string ClockMicroseconds { get; }

    public static SqlDialect Of(IDbConnection connection) => connection is NpgsqlConnection ? PostgreSql : Sqlite;
}
