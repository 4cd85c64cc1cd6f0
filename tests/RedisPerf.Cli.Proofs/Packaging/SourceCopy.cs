namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>A copy of the sources of the repository.</summary>
internal static class SourceCopy
{
    /// <summary>The files that the packages are made of, without the outputs of earlier builds.</summary>
    public static void WriteTo(string folder)
    {
        string[] files =
        [
            .. Directory.EnumerateFiles(Repository.Root, "Directory.*"),
            .. new[] { "LICENSE", "THIRD-PARTY-NOTICES.md" }.Select(file => Path.Combine(Repository.Root, file)),
            .. Directory.EnumerateDirectories(Path.Combine(Repository.Root, "src"))
                .Where(project => !project.EndsWith(".Web", StringComparison.Ordinal))
                .Append(Path.Combine(Repository.Root, "samples")).Append(Path.Combine(Repository.Root, "templates"))
                .SelectMany(part => Directory.EnumerateFiles(part, "*", SearchOption.AllDirectories)),
            .. Directory.EnumerateFiles(Path.Combine(Repository.Root, "src")),
        ];
        foreach (var file in files.Select(file => Path.GetRelativePath(Repository.Root, file))
            .Where(file => !file.Split('/', '\\').Any(part => part is "bin" or "obj")))
        {
            var copy = Path.Combine(folder, file);
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(Path.Combine(Repository.Root, file), copy);
        }
    }
}
