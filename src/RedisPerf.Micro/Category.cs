namespace RedisPerf.Micro;

/// <summary>What a benchmark can be chosen by: <c>--anyCategories brief</c>.</summary>
public static class Category
{
    /// <summary>The few that <c>dotnet test</c> runs.</summary>
    public const string Brief = "brief";
}
