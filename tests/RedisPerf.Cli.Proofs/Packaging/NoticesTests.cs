using System.Diagnostics;
using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>THIRD-PARTY-NOTICES.md lists each component in the output of the build, and no other one.</summary>
public sealed partial class NoticesTests
{
    private static readonly string[] Programs = [OutputOf("RedisPerf.Web"), OutputOf("RedisPerf.Cli")];
    private static readonly string[] Platforms = ["linux-x64", "linux-arm64", "osx-x64", "osx-arm64", "win-x64"];
    private static readonly string Servers = typeof(NoticesTests).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "EmbeddedServers").Value!;
    private static readonly string Notices = File.ReadAllText(Path.Combine(Repository.Root, "THIRD-PARTY-NOTICES.md"));

    [Fact]
    public void The_programs_and_their_workers_contain_the_listed_packages()
    {
        var files = Programs.SelectMany(folder => Directory.EnumerateFiles(folder, "*.deps.json", SearchOption.AllDirectories)).ToArray();
        files.Select(Path.GetFileName).ShouldContain("RedisPerf.Web.deps.json");
        files.ShouldContain(file => file.Contains("workers", StringComparison.Ordinal));

        // The strategies of GarnetClient refer to single assemblies of its package.
        var client = FileVersionInfo.GetVersionInfo(Path.Combine(Programs[1], "strategies", "garnet", "Garnet.client.dll"));
        Listed("Programs").ShouldBe(Sorted(
            [.. files.SelectMany(file => PackagesIn(File.ReadAllText(file))), $"Microsoft.Garnet/{Version.Parse(client.FileVersion!).ToString(3)}"]));
    }

    [Fact]
    public void The_pages_contain_the_listed_libraries()
    {
        var web = Path.Combine(Repository.Root, "src", "RedisPerf.Web");
        using var locked = JsonDocument.Parse(File.ReadAllText(Path.Combine(web, "package-lock.json")));
        var packages = locked.RootElement.GetProperty("packages").EnumerateObject()
            // The others are programs of the build.
            .Where(package => package.Name.Length > 0 && !package.Value.TryGetProperty("dev", out _))
            .Select(package => $"{package.Name["node_modules/".Length..]}/{package.Value.GetProperty("version").GetString()}");
        var files = Directory.EnumerateFiles(Path.Combine(web, "wwwroot", "lib")).Select(file => Banner().Match(File.ReadAllText(file)).Groups)
            .Select(banner => $"{banner["name"].Value.ToLowerInvariant()}/{banner["version"].Value}");

        var listed = Listed("Pages");
        listed.ShouldBe(Sorted(packages));
        files.ShouldBeSubsetOf(listed);
    }

    // The .NET tool has a package for each platform.
    [Fact]
    public void The_embedded_servers_contain_the_listed_packages()
    {
        var programs = Platforms.Select(platform => Directory.GetFiles(Path.Combine(Servers, platform), "GarnetServer*").ShouldHaveSingleItem());

        var packages = programs.SelectMany(program => PackagesIn(DependenciesOfBundle(File.ReadAllBytes(program))));
        Listed("Embedded server").ShouldBe(Sorted([.. packages, $"garnet-server/{EmbeddedTarget.Version}"]));
    }

    [Fact]
    public void The_native_libraries_of_the_embedded_servers_contain_the_listed_Rust_libraries()
    {
        var files = Platforms.SelectMany(platform => Directory.EnumerateFiles(Path.Combine(Servers, platform)))
            .Where(file => Path.GetExtension(file) is ".so" or ".dylib" or ".dll");
        var found = files.SelectMany(file => RustSource().Matches(Encoding.Latin1.GetString(File.ReadAllBytes(file))))
            .Select(match => $"{match.Groups["name"].Value}/{match.Groups["version"].Value}");

        Listed("Rust libraries").ShouldBe(Sorted(found));
    }

    [Fact]
    public void Each_listed_license_has_its_text()
    {
        var licenses = Row().Matches(Notices).Select(row => row.Groups["license"].Value).Distinct()
            .Where(license => license is not ("license" or "public domain")).ToArray();

        licenses.ShouldContain("LGPL-3.0");
        licenses.ShouldAllBe(license => Notices.Contains($"### {license}\n\n```text\n", StringComparison.Ordinal));
    }

    [Fact]
    public void Each_program_has_its_licenses_next_to_it() =>
        Programs.ShouldAllBe(folder =>
            File.Exists(Path.Combine(folder, "LICENSE")) && File.ReadAllText(Path.Combine(folder, "THIRD-PARTY-NOTICES.md")) == Notices);

    // The same configuration as that of the tests.
    private static string OutputOf(string project)
    {
        var folder = Path.GetRelativePath(Path.Combine(Repository.Root, "tests", "RedisPerf.Cli.Proofs"), AppContext.BaseDirectory);
        return Path.Combine(Repository.Root, "src", project, folder);
    }

    /// <summary>The rows of a section as <c>name/version</c>.</summary>
    private static string[] Listed(string section)
    {
        var start = Notices.IndexOf($"# {section}\n", StringComparison.Ordinal);
        start.ShouldBeGreaterThan(0);
        var end = Notices.IndexOf("\n#", start, StringComparison.Ordinal);
        return Sorted(Row().Matches(Notices[start..end]).Skip(1)
            .SelectMany(row => row.Groups["version"].Value.Split(", ").Select(version => $"{row.Groups["name"].Value}/{version}")));
    }

    private static string[] Sorted(IEnumerable<string> components) => [.. components.Distinct().Order(StringComparer.Ordinal)];

    private static string[] PackagesIn(string dependencies)
    {
        using var document = JsonDocument.Parse(dependencies);
        return [.. document.RootElement.GetProperty("libraries").EnumerateObject()
            .Where(library => library.Value.GetProperty("type").GetString() == "package").Select(library => library.Name)];
    }

    // A program in a single file contains the offset of its directory before this signature.
    private static string DependenciesOfBundle(byte[] program)
    {
        var signature = program.AsSpan().IndexOf(Convert.FromHexString("8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae"));
        using var reader = new BinaryReader(new MemoryStream(program));
        reader.BaseStream.Position = BitConverter.ToInt64(program, signature - sizeof(long));
        // The version, the number of files and the id.
        _ = reader.ReadUInt64();
        _ = reader.ReadInt32();
        _ = reader.ReadString();
        var (offset, length) = (reader.ReadInt64(), reader.ReadInt64());
        return Encoding.UTF8.GetString(program, (int)offset, (int)length);
    }

    [GeneratedRegex(@"^\| (?<name>[^|]+?) \| (?<version>[\d., ]+|version) \| (?<license>[^|]+?) \|", RegexOptions.Multiline)]
    private static partial Regex Row();

    [GeneratedRegex(@"(?<name>Bootstrap|Chart\.js|d3-flame-graph) +v(?<version>[\d.]+)")]
    private static partial Regex Banner();

    [GeneratedRegex(@"registry[/\\]src[/\\][^/\\]+[/\\](?<name>[a-zA-Z0-9_-]+)-(?<version>\d+\.\d+\.\d+)")]
    private static partial Regex RustSource();
}
