namespace RedisPerf.Core.Reporting.Articles;

/// <summary>The article that <c>list-push</c> comes from.</summary>
internal static class ListPushArticle
{
    public static Reference Reference { get; } = new()
    {
        Benchmark = "list-push",
        Title = "Pushing to a Redis LIST one by one and in bulk: the difference in speed",
        OwnTitle = "RedisのLISTに1件ずつとまとめてPUSHするときの速度差",
        Language = "ja",
        Source = "kagamihoge, kagamihoge.hatenablog.com, 4 October 2018",
        Address = new("https://kagamihoge.hatenablog.com/entry/2018/10/04/212423"),
        Question = "How much sooner are a million numbers in a list when they are pushed in bulk?",
        Answer = "Not known here.",
        Conditions = "Java 10, Spring Boot 2.0.5 with spring-data-redis: 1 000 000 numbers by LPUSH and RPUSH one by one, and 10 times 100 000 in bulk; the key deleted between runs.",
        Missing = "Its two tables (three runs of each, and the first calls one by one) are not to hand, so no published figures stand here.",
    };
}
