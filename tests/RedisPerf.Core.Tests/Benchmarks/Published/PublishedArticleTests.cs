using MathNet.Numerics.Statistics;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Tests.Benchmarks.Published;

/// <summary>The tables of the articles are complete and match the benchmarks that they are compared with.</summary>
public sealed class PublishedArticleTests
{
    public static TheoryData<string> Names =>
        [.. Catalogue.Default.Benchmarks.Where(benchmark => benchmark.Info.Article is not null).Select(benchmark => benchmark.Info.Name)];

    [Fact]
    public void Each_of_the_five_questions_has_one_article() =>
        Catalogue.Default.Benchmarks.Where(benchmark => benchmark.Info.Article is not null).Select(benchmark => benchmark.Info.Name)
            .ShouldBe(["insert", "mget", "online-users", "pipelining", "list-push"]);

    [Theory]
    [MemberData(nameof(Names))]
    public void Each_article_has_a_source_a_URL_and_tables(string name)
    {
        var article = Catalogue.Default.Find(name)!.Info.Article!;

        new[] { article.Title, article.Source, article.Question, article.Answer, article.Conditions }
            .ShouldAllBe(text => !string.IsNullOrWhiteSpace(text));
        article.Address.Scheme.ShouldBe("https");
        article.Tables.ShouldNotBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Each_row_has_a_value_per_column_or_a_remark(string name)
    {
        foreach (var table in Catalogue.Default.Find(name)!.Info.Article!.Tables)
        {
            table.Rows.ShouldNotBeEmpty();
            foreach (var row in table.Rows)
            {
                row.Values.OfType<decimal>().ShouldAllBe(value => value >= 0);
                (row.Remark is not null).ShouldBe(row.Values.Contains(null), $"{table.Title}: {row.Label}");
                row.Values.Count.ShouldBe(table.Columns.Count, $"{table.Title}: {row.Label}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Strategies_and_options_of_a_table_exist_in_its_benchmark(string name)
    {
        if (Catalogue.Default.Find(name)?.Info is not { } info)
        {
            Assert.Skip($"This version has no benchmark {name}.");
            return;
        }

        info.Presets.Select(preset => preset.Name).ShouldContain(Preset.AsInTheArticle);
        foreach (var table in Catalogue.Default.Find(name)!.Info.Article!.Tables)
        {
            table.Rows.SelectMany(row => row.Strategies).ShouldAllBe(strategy => info.FindStrategy(strategy) != null, table.Title);
            table.Sizes.Keys.ShouldBeSubsetOf(info.Options.Options.Select(option => option.Name));
        }
    }

    [Fact]
    public void Means_and_extremes_of_insert_follow_from_its_runs()
    {
        var tables = Catalogue.Default.Find("insert")!.Info.Article!.Tables;
        var runs = tables[1].Rows.ToDictionary(row => row.Label, row => row.Values.Select(value => (double)value!.Value).ToArray());

        foreach (var row in tables[0].Rows)
        {
            var own = runs[row.Label];
            // The article truncates one maximum and rounds the others.
            row.Values.Select(value => (double)value!.Value).Zip([own.Mean(), own.Max(), own.Min()]).ShouldAllBe(
                pair => Math.Abs(pair.First - pair.Second) < 0.01, row.Label);
        }
    }

    [Fact]
    public void Corrections_of_insert_follow_from_its_runs()
    {
        var runs = Catalogue.Default.Find("insert")!.Info.Article!.Tables[1].Rows.ToDictionary(
            row => row.Label, row => row.Values.Select(value => (double)value!.Value).ToArray());

        runs["pipelined batch"][4].ShouldBe(runs["transactions of 100"][4], "copied");
        var third =
            runs.Where(row => !row.Key.StartsWith("Lua", StringComparison.Ordinal)).Select(row => row.Value[2] / row.Value.Median()).ToArray();
        third.Min().ShouldBe(1.23, 0.005);
        third.Max().ShouldBe(1.38, 0.006);
    }

    [Fact]
    public void Users_missing_on_Dragonfly_are_complete_sets()
    {
        const long usersOfHalfAnHour = 1_800;

        (15_622_200 % usersOfHalfAnHour).ShouldBe(0);
        (15_622_200 / usersOfHalfAnHour).ShouldBe(8_679);
        Catalogue.Default.Find("online-users")!.Info.Article!.Corrections[0].Text.ShouldContain("8,679 full half-hour sets");
    }

    [Fact]
    public void Megabytes_of_the_article_on_users_are_mebibytes()
    {
        const double bytes = (25_000_000 * 56d) + (8d * (1 << 25));

        var published = (double)Catalogue.Default.Find("online-users")!.Info.Article!.Tables[2].Rows.Single(
            row => row is { Label: "Hash", Engine: "Redis", Point: 25_000_000 }).Values[0]!;

        (bytes / (1 << 20)).ShouldBe(published, 2);
        Math.Abs((bytes / 1e6) - published).ShouldBeGreaterThan(50);
    }
}
