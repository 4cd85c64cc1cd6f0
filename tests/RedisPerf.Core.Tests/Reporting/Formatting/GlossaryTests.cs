using System.Text.RegularExpressions;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Tests.Reporting.Formatting;

public sealed class GlossaryTests
{
    [Fact]
    public void Each_term_has_one_name_a_short_text_and_an_existing_section()
    {
        Glossary.All.Select(term => term.Name).ShouldBeUnique();
        foreach (var term in Glossary.All)
        {
            term.Text.Length.ShouldBeInRange(40, 320, term.Name);
            term.Text.ShouldEndWith(".");
            Sections(term.Docs.Split('#')[0]).ShouldContain(term.Docs.Split('#')[1], term.Name);
        }
    }

    [Fact]
    public void A_field_of_the_form_has_a_term_or_its_label_explains_it()
    {
        var fields = RequestFields.Of(Catalogue.Default.Benchmarks[0].Info);

        fields.Where(field => Glossary.OfField(field.Name) is not null).Select(field => field.Name).ShouldBe(
            [RequestFields.Runs, RequestFields.Warmups, RequestFields.Until, RequestFields.Baseline, RequestFields.Slices]);
    }

    // As GitHub makes them: lower case, without punctuation, with hyphens for spaces.
    private static IEnumerable<string> Sections(string file) =>
        File.ReadLines(Path.Combine(Repository.Root, "docs", file))
            .Where(line => line.StartsWith("##", StringComparison.Ordinal))
            .Select(line => Regex.Replace(line.TrimStart('#', ' ').ToLowerInvariant(), "[^a-z0-9 -]", "").Replace(' ', '-'));
}
