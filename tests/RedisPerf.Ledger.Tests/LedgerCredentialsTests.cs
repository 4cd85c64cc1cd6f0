using Npgsql;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Tests;

/// <summary>The user and the password of a PostgreSQL ledger in separate settings.</summary>
public sealed class LedgerCredentialsTests : IDisposable
{
    private const string Ledger = "Host=db.example;Database=redisperf;Username=first;Password=old";
    private const string Password = "a;b='c\" d=%3B";

    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    [Fact]
    public async Task They_replace_those_of_the_connection_string()
    {
        await File.WriteAllTextAsync(_file, $"{Password}\n", Ct);

        var given = new NpgsqlConnectionStringBuilder(new LedgerCredentials("writer", $"{Password}\n", null).AddTo(Ledger));
        var ofFile = new NpgsqlConnectionStringBuilder(new LedgerCredentials(null, null, _file).AddTo(Ledger));

        (given.Username, given.Password, given.Host).ShouldBe(("writer", Password, "db.example"));
        (ofFile.Username, ofFile.Password, ofFile.Database).ShouldBe(("first", Password, "redisperf"));
    }

    [Fact]
    public void Without_them_the_ledger_is_as_it_is_given()
    {
        new LedgerCredentials(null, "", "").AddTo(Ledger).ShouldBe(Ledger);
        new LedgerCredentials(null, null, null).AddTo(LedgerDatabase.Sqlite).ShouldBe(LedgerDatabase.Sqlite);
    }

    [Theory]
    [InlineData("sqlite", "hush", null, "require a PostgreSQL database in RedisPerf__Ledger.")]
    [InlineData(Ledger, "hush", "/no/such/hush", "RedisPerf__LedgerPassword and RedisPerf__LedgerPasswordFile both give a password;")]
    [InlineData(Ledger, null, "/no/such/hush", "The file of the setting RedisPerf__LedgerPasswordFile does not exist.")]
    [InlineData("Host=db.example;hush=1", "hush", null, "The connection string of the ledger is invalid.")]
    public void Credentials_that_cannot_be_used_are_one_line_without_them(string ledger, string? password, string? file, string message)
    {
        var exception = Should.Throw<LedgerException>(() => new LedgerCredentials(null, password, file).AddTo(ledger));

        exception.Message.ShouldContain(message);
        exception.ToString().ShouldNotContain("hush");
        exception.Message.ShouldNotContain("\n");
    }
}
