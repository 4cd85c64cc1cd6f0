using System.Text.RegularExpressions;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Tests;

/// <summary>An older node runs until it is stopped, even when a newer one has migrated the database.</summary>
public sealed partial class MigrationsTests
{
    private static readonly string[] Additions = ["CREATE TABLE ", "CREATE INDEX ", "CREATE FUNCTION ", "CREATE OR REPLACE FUNCTION ",
        "CREATE TRIGGER "];

    /// <summary>The last version that replaces columns.</summary>
    private const int Replacing = 32;

    [Fact]
    public async Task A_migration_only_adds_what_an_older_node_does_not_need()
    {
        // The nodes of an older version are stopped before the upgrade to this version.
        var statements = await Migrations.PostgreSql.AfterAsync(Replacing).SelectMany(migration => Statements(migration.Sql))
            .ToArrayAsync(Ct);

        statements.Where(statement => !IsAddition(statement)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("ALTER TABLE jobs ADD COLUMN node TEXT", true)]
    [InlineData("ALTER TABLE jobs ADD COLUMN lease BIGINT NOT NULL DEFAULT 0", true)]
    [InlineData("ALTER TABLE jobs ADD COLUMN lease BIGINT NOT NULL", false)]
    [InlineData("ALTER TABLE jobs RENAME COLUMN lease TO fence", false)]
    [InlineData("CREATE UNIQUE INDEX jobs_by_node ON jobs (node)", false)]
    [InlineData("DROP TABLE nodes", false)]
    public void The_rule_accepts_additions_that_an_older_node_can_omit(string statement, bool isAddition) =>
        IsAddition(statement).ShouldBe(isAddition);

    private static string[] Statements(string sql) =>
        Ignored().Replace(sql, "").Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    // The rows of an older node have no value for a new column.
    private static bool IsAddition(string statement) => AddedColumn().IsMatch(statement)
        ? !statement.Contains("NOT NULL", StringComparison.Ordinal) || statement.Contains("DEFAULT", StringComparison.Ordinal)
        : Additions.Any(start => statement.StartsWith(start, StringComparison.Ordinal));

    /// <summary>Comments, and the bodies of functions.</summary>
    [GeneratedRegex(@"--[^\n]*|\$\$.*?\$\$", RegexOptions.Singleline)]
    private static partial Regex Ignored();

    [GeneratedRegex(@"^ALTER TABLE \w+ ADD COLUMN ")]
    private static partial Regex AddedColumn();
}
