namespace RedisPerf.Core.Reporting.Articles;

/// <summary>The article that <c>pipelining</c> comes from: it could not be found.</summary>
internal static class PipeliningArticle
{
    public static Reference Reference { get; } = new()
    {
        Benchmark = "pipelining",
        Title = "Pipelining: SET 10 000 times, INCR 1 000 times",
        Source = "author unknown: the article was not found, its sizes alone are known",
        Question = "What does pipelining save against one command at a time?",
        Answer = "Not known here.",
        Conditions = "10 000 SET and 1 000 INCR, one by one and pipelined.",
        Missing = "The article and its figures are not to hand, so no published figures stand here.",
    };
}
