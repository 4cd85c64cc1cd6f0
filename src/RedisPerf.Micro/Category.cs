namespace RedisPerf.Micro;

/// <summary>Categories for the selection of benchmarks: <c>--anyCategories brief</c>.</summary>
public static class Category
{
    /// <summary>The benchmarks that <c>dotnet test</c> runs.</summary>
    public const string Short = "brief";
}
