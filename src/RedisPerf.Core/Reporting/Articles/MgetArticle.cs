namespace RedisPerf.Core.Reporting.Articles;

/// <summary>The article that <c>mget</c> comes from.</summary>
internal static class MgetArticle
{
    public static Reference Reference { get; } = new()
    {
        Benchmark = "mget",
        Title = "How the performance of Redis MGET decays",
        OwnTitle = "Redis MGET性能衰减分析",
        Language = "zh-Hans",
        Source = "Jinlu_npu, CSDN; reprints name jianshu.com/p/172b39244c85",
        Address = new("https://blog.csdn.net/Jinlu_npu/article/details/79744689"),
        Question = "How many keys may one MGET ask for before it becomes slow?",
        Answer = "Up to about 50 keys a call stays quick; beyond 1 000 its time grows with the number of keys.",
        Conditions = "Java, a local Redis: 500 000 keys of eight digits with five-digit values, 34 key counts from 1 to 10 000, prepared random key lists.",
        Missing = "Its table of 34 key counts (ms per call, calls/s, % of the single-key rate) is not to hand, so no published figures stand here.",
    };
}
