namespace RedisPerf.Tests;

/// <summary>The repository that the tests were built from.</summary>
internal static class Repository
{
    /// <summary>Its folder.</summary>
    public static string Root { get; } = FindRoot();

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "RedisPerf.sln")))
            {
                return folder.FullName;
            }
        }

        throw new InvalidOperationException("These tests read the repository: run them where they were built.");
    }
}
