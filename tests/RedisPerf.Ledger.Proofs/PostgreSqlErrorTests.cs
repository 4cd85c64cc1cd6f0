using System.Diagnostics;
using Dapper;
using Npgsql;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.PostgreSql;

namespace RedisPerf.Ledger.Proofs;

/// <summary>The sentence for each error of PostgreSQL.</summary>
public sealed class PostgreSqlErrorTests
{
    private static readonly TimeSpan Answer = TimeSpan.FromSeconds(5);

    [Theory]
    [InlineData("postgres", "invalid")]
    [InlineData("Host=127.0.0.1;Port=secret;Database=x", "invalid")]
    [InlineData("Host=127.0.0.1;Database=x;Passwort=secret", "invalid")]
    [InlineData("Host=127.0.0.1;Database=x;Timeout=secret", "invalid")]
    [InlineData("Host=127.0.0.1;Password=secret", "must have Host and Database")]
    [InlineData("Database=x;Password=secret", "must have Host and Database")]
    [InlineData("", "must have Host and Database")]
    public async Task Rejects_an_invalid_connection_string_without_showing_it(string connectionString, string part)
    {
        var error = await Should.ThrowAsync<LedgerException>(() => OpenAsync(connectionString));

        error.Message.ShouldContain(part);
        error.Message.ShouldContain("An example: Host=");
        error.ToString().ShouldNotContain("secret");
    }

    [Fact]
    public async Task Rejects_an_address_without_a_server()
    {
        var started = Stopwatch.GetTimestamp();

        var error = await Should.ThrowAsync<LedgerException>(() => OpenAsync("Host=127.0.0.1;Port=1;Database=history;Password=secret"));

        error.Message.ShouldStartWith("The ledger \"history\" on 127.0.0.1:1 cannot be reached (");
        error.ToString().ShouldNotContain("secret");
        Stopwatch.GetElapsedTime(started).ShouldBeLessThan(Answer);
    }

    [Fact]
    public async Task Rejects_a_host_that_does_not_exist() =>
        (await Should.ThrowAsync<LedgerException>(() => OpenAsync("Host=db.invalid;Database=history"))).Message
            .ShouldStartWith("The ledger \"history\" on db.invalid:5432 cannot be reached (");

    [Fact]
    public async Task Rejects_a_missing_database_and_an_unknown_user()
    {
        var server = await PostgreSqlStorage.ServerAsync(Ct);

        var missing = await Should.ThrowAsync<LedgerException>(() => OpenAsync(server.ConnectionString("missing")));
        var unknown = await Should.ThrowAsync<LedgerException>(
            () => OpenAsync(server.ConnectionString("postgres").Replace("Username=redisperf", "Username=unknown")));

        missing.Message.ShouldBe(
            $"The database of the ledger \"missing\" on 127.0.0.1:{server.Port} does not exist. Create it, or correct RedisPerf__Ledger.");
        unknown.Message.ShouldBe($"The PostgreSQL server of the ledger \"postgres\" on 127.0.0.1:{server.Port} refused the user "
            + "\"unknown\" (role \"unknown\" does not exist). Correct the user and the password in RedisPerf__Ledger.");
    }

    [Fact]
    public async Task Rejects_the_database_of_another_program_and_does_not_change_it()
    {
        var name = await NewDatabaseAsync("CREATE TABLE theirs (id INTEGER)");

        (await Should.ThrowAsync<LedgerException>(() => OpenAsync(name))).Message
            .ShouldEndWith("has tables of another program. Create an empty database for the ledger, and name it in RedisPerf__Ledger.");

        (await ExecuteAsync(name, "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'")).ShouldBe(1);
    }

    [Fact]
    public async Task Rejects_a_newer_ledger_with_both_versions()
    {
        var name = await NewDatabaseAsync("SELECT 1");
        await (await OpenAsync(name)).DisposeAsync();
        await ExecuteAsync(name, "UPDATE ledger_version SET version = 999");

        (await Should.ThrowAsync<LedgerException>(() => OpenAsync(name))).Message
            .ShouldContain($"has version 999, and this RedisPerf supports versions up to {PostgreSqlSchema.Version}.");
    }

    [Fact]
    public async Task Rejects_a_ledger_that_is_too_old_with_both_versions()
    {
        var name = await NewDatabaseAsync("SELECT 1");
        await (await OpenAsync(name)).DisposeAsync();
        await ExecuteAsync(name, "UPDATE ledger_version SET version = 28");

        (await Should.ThrowAsync<LedgerException>(() => OpenAsync(name))).Message.ShouldContain(
            $"has version 28, and this RedisPerf supports versions from 29 to {PostgreSqlSchema.Version}. "
                + "Start an earlier RedisPerf that upgrades it to version 29, or name another database in RedisPerf__Ledger.");
    }

    [Fact]
    public async Task Rejects_a_user_without_rights()
    {
        var name = await NewDatabaseAsync("CREATE ROLE reader LOGIN");
        await (await OpenAsync(name)).DisposeAsync();

        var error = await Should.ThrowAsync<LedgerException>(() => OpenAsync(name.Replace("Username=redisperf", "Username=reader")));

        error.Message.ShouldStartWith("The user \"reader\" has no right to use the ledger ");
    }

    [Fact]
    public async Task A_read_only_server_is_reported()
    {
        var name = await NewDatabaseAsync("SELECT 1");
        await using var ledger = await OpenAsync($"{name};Pooling=False");
        await ExecuteAsync(name, $"ALTER DATABASE \"{new NpgsqlConnectionStringBuilder(name).Database}\" SET default_transaction_read_only = on");

        (await Should.ThrowAsync<LedgerException>(() => ledger.CheckWritableAsync(Ct))).Message
            .ShouldContain("cannot be written: the PostgreSQL server is a read-only copy.");
    }

    [Fact]
    public async Task A_server_that_hangs_stops_or_restarts_is_reported_within_five_seconds_and_used_again()
    {
        Assert.SkipUnless(PostgreSqlServer.IsAvailable, PostgreSqlServer.Missing);
        await using var server = await PostgreSqlServer.StartAsync(Ct);
        await using var ledger = await OpenAsync(server.ConnectionString("postgres"));
        await ledger.CheckWritableAsync(Ct);

        await server.PauseAsync(Ct);
        (await FailAsync(() => ledger.CheckWritableAsync(Ct))).ShouldEndWith("did not answer in time. Check the PostgreSQL server and the network.");
        (await FailAsync(() => CountAsync(ledger))).ShouldEndWith("did not answer in time. Check the PostgreSQL server and the network.");
        await server.ResumeAsync(Ct);
        (await CountAsync(ledger)).ShouldBe(0);

        await server.StopAsync(Ct);
        (await FailAsync(() => CountAsync(ledger))).ShouldContain("cannot be reached (");
        (await FailAsync(() => ledger.CheckWritableAsync(Ct))).ShouldContain("cannot be reached (");
        await server.StartAgainAsync(Ct);
        (await CountAsync(ledger)).ShouldBe(0);

        // The connections of the pool are closed now, which no reader and no writer notices.
        await server.StopAsync(Ct);
        await server.StartAgainAsync(Ct);
        await ledger.CheckWritableAsync(Ct);
        (await CountAsync(ledger)).ShouldBe(0);
    }

    private static async Task<string> FailAsync(Func<Task> use)
    {
        var started = Stopwatch.GetTimestamp();
        var error = await Should.ThrowAsync<LedgerException>(use);
        Stopwatch.GetElapsedTime(started).ShouldBeLessThan(Answer, error.ToString());
        return error.Message;
    }

    private static Task<int> CountAsync(PostgreSqlDatabase ledger) =>
        ledger.ReadAsync(connection => connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM jobs"), Ct);

    private static Task<PostgreSqlDatabase> OpenAsync(string connectionString) => PostgreSqlDatabase.OpenAsync(connectionString, null, Ct);

    private static async Task<string> NewDatabaseAsync(string sql)
    {
        var server = await PostgreSqlStorage.ServerAsync(Ct);
        var name = $"errors-{Guid.NewGuid():N}";
        await server.CreateDatabaseAsync(name, null, Ct);
        await ExecuteAsync(server.ConnectionString(name), sql);
        return server.ConnectionString(name);
    }

    private static async Task<int> ExecuteAsync(string connectionString, string sql)
    {
        await using var connection = new NpgsqlConnection($"{connectionString};Pooling=False");
        return await connection.ExecuteScalarAsync<int>(sql);
    }
}
