namespace RedisPerf.Cli.Tests.Packaging;

/// <summary>The repository that these tests were built from.</summary>
internal static class Repository
{
    public static string Root { get; } = FindRoot();

    /// <summary>The files that a build of the command line needs, without the outputs of earlier builds.</summary>
    public static void CopySourceTo(string folder)
    {
        string[] files =
        [
            .. Directory.EnumerateFiles(Root, "Directory.*"),
            .. new[] { "LICENSE", "THIRD-PARTY-NOTICES.md" }.Select(file => Path.Combine(Root, file)),
            .. new[] { "RedisPerf.Cli", "RedisPerf.Core", "RedisPerf.Ledger", "RedisPerf.Worker" }
                .SelectMany(project => Directory.EnumerateFiles(Path.Combine(Root, "src", project), "*", SearchOption.AllDirectories)),
            .. Directory.EnumerateFiles(Path.Combine(Root, "src")),
        ];
        foreach (var file in files.Select(file => Path.GetRelativePath(Root, file)).Where(file => !file.Split('/', '\\').Any(part => part is "bin" or "obj")))
        {
            var copy = Path.Combine(folder, file);
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(Path.Combine(Root, file), copy);
        }
    }

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
