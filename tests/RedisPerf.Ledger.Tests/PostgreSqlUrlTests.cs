using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.PostgreSql;

namespace RedisPerf.Ledger.Tests;

/// <summary>Addresses of PostgreSQL in the form of libpq.</summary>
public class PostgreSqlUrlTests
{
    [Theory]
    [InlineData("postgres://anna:p%40ss%2Fw%3Ard%25@db.example/history", "db.example", 5432, "anna", "p@ss/w:rd%", "history")]
    [InlineData("postgresql://anna:a:b@db.example:6543/history", "db.example", 6543, "anna", "a:b", "history")]
    [InlineData("PostgreSQL://anna@[::1]:6543/my%20history", "::1", 6543, "anna", null, "my history")]
    [InlineData("postgres://db.example/history", "db.example", 5432, null, null, "history")]
    [InlineData("postgres://db.example/?dbname=history&user=anna&password=s%26t", "db.example", 5432, "anna", "s&t", "history")]
    public void Has_what_a_connection_string_has(string url, string host, int port, string? user, string? password, string database)
    {
        var settings = PostgreSqlDatabase.Parse(url);

        (settings.Host, settings.Port, settings.Username, settings.Password, settings.Database).ShouldBe((host, port, user, password, database));
        settings.MaxPoolSize.ShouldBe(20);
        settings.ApplicationName.ShouldBe("RedisPerf");
    }

    [Theory]
    [InlineData("require", "Require")]
    [InlineData("verify-full", "VerifyFull")]
    [InlineData("disable", "Disable")]
    public void Has_the_modes_of_TLS(string mode, string expected) =>
        PostgreSqlDatabase.Parse($"postgres://db/history?connect_timeout=7&sslmode={mode}")
            .ShouldSatisfyAllConditions(settings => settings.SslMode.ToString().ShouldBe(expected), settings => settings.Timeout.ShouldBe(7));

    [Theory]
    [InlineData("postgres://anna:sec/ret@db.example/history", "percent-escapes")]
    [InlineData("postgres://anna:sec#ret@db.example/history", "percent-escapes")]
    [InlineData("postgres://db.example:secret/history", "percent-escapes")]
    [InlineData("postgres://db.example/history?secret=1", "A parameter after \"?\" is unknown. Valid: sslmode, sslrootcert,")]
    [InlineData("postgres://db.example/history?secret", "A parameter after \"?\" is unknown.")]
    [InlineData("postgres://db.example/history?sslmode=secret", "The value of sslmode is invalid.")]
    [InlineData("postgres://db.example/history?connect_timeout=secret", "The value of connect_timeout is invalid.")]
    [InlineData("postgres://anna:secret@db.example", "must have Host and Database")]
    [InlineData("postgres://anna:secret@/history", "percent-escapes")]
    public void An_invalid_one_is_not_shown(string url, string part)
    {
        var error = Should.Throw<LedgerException>(() => PostgreSqlDatabase.Parse(url));

        error.Message.ShouldContain(part);
        error.ToString().ShouldNotContain("secret");
        error.ToString().ShouldNotContain("sec/ret");
        error.ToString().ShouldNotContain("anna");
    }
}
