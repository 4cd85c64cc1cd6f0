using System.Reflection;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using TargetException = RedisPerf.Core.Targets.TargetException;

namespace RedisPerf.Core.Running.Workers.Plugins;

/// <summary>The file of a plug-in, as a node names it for its worker.</summary>
/// <param name="Path">An absolute path.</param>
/// <param name="Sha256">The hash of the file that the node read; null to load any.</param>
internal sealed partial record PluginFile(string Path, string? Sha256)
{
    private static readonly AssemblyName Contract = typeof(RunContext).Assembly.GetName();

    private string FileName => System.IO.Path.GetFileName(Path);

    /// <inheritdoc/>
    public override string ToString() => FileName;

    /// <summary>Loads the file into this process and finds its strategies. Its code runs only when a strategy is created.</summary>
    /// <param name="catalogue">The benchmarks to which strategies can belong.</param>
    /// <exception cref="TargetException">The file is no plug-in of this version, or it changed.</exception>
    public Plugin Load(Catalogue catalogue)
    {
        try
        {
            var hash = Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(Path)));
            if (Sha256 is not null && hash != Sha256)
            {
                throw Failed(ReasonCode.PluginChanged);
            }

            var context = new PluginContext(Path);
            var assembly = context.LoadFromAssemblyPath(Path);
            CheckContract(assembly);
            foreach (var reference in assembly.GetReferencedAssemblies())
            {
                // Here, so that a missing one has a reason before the job starts.
                _ = context.LoadFromAssemblyName(reference);
            }

            var name = assembly.GetName().Name!.ToLowerInvariant();
            PluginStrategy[] strategies = [.. assembly.GetExportedTypes().Where(type => type.IsDefined(typeof(StrategyAttribute), inherit: false))
                .Select(type => StrategyOf(name, type, catalogue)).OrderBy(strategy => strategy.Name, StringComparer.Ordinal)];
            if (strategies.Length == 0)
            {
                throw Failed(ReasonCode.PluginEmpty);
            }

            return strategies.GroupBy(strategy => strategy.Name).FirstOrDefault(same => same.Count() > 1) is { } twice
                ? throw Failed(ReasonCode.PluginStrategyInvalid, ("strategy", twice.Key), ("problem", "two classes have this name"))
                : new(name, Path, hash, strategies);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or BadImageFormatException
            or TypeLoadException or ReflectionTypeLoadException or MissingMemberException)
        {
            // FileNotFoundException: the file itself, or an assembly that its types need.
            var missing = exception is FileNotFoundException { FileName: { } file } && file != Path ? file.Split(',')[0] : null;
            throw missing is null
                ? Failed(
                    ReasonCode.PluginNotLoaded, ("message", RedisFailure.Line(exception.Message.Replace(Path, FileName, StringComparison.Ordinal))))
                : Failed(ReasonCode.PluginDependencyMissing, ("assembly", missing));
        }
    }

    // Types of a later contract can be missing here. An earlier one is compatible, because the public members are only added to.
    private void CheckContract(Assembly assembly)
    {
        var used = assembly.GetReferencedAssemblies().FirstOrDefault(reference => reference.Name == Contract.Name)
            ?? throw Failed(ReasonCode.PluginEmpty);
        if (used.Version > Contract.Version)
        {
            throw Failed(ReasonCode.PluginContract, ("used", used.Version!.ToString(3)), ("known", Contract.Version!.ToString(3)));
        }
    }

    private PluginStrategy StrategyOf(string assembly, Type type, Catalogue catalogue)
    {
        var declared = type.GetCustomAttribute<StrategyAttribute>(inherit: false)!;
        var name = $"{assembly}/{declared.Name}";
        var open = catalogue.Benchmarks.Where(each => each.OpenTo is not null).ToArray();
        var benchmark = Array.Find(open, each => each.OpenTo!.IsAssignableFrom(type))?.Info.Name;
        var summary = RedisFailure.Line(declared.Summary ?? "");
        var problem = summary.Length == 0 ? "its summary is empty"
            : !NamePattern().IsMatch(declared.Name ?? "") ? "its name must have lower-case letters, digits and hyphens, and at most 40 characters"
            : benchmark is null ? $"its class {type.Name} must derive from {string.Join(" or ", open.Select(each => each.OpenTo!.Name))}"
            : type.IsAbstract || type.GetConstructor([]) is null ? $"its class {type.Name} must have a public constructor without parameters"
            : null;
        return problem is null
            ? new(benchmark!, name, RedisFailure.Line(declared.Title ?? name), summary, declared.Needs)
            { Create = () => Activator.CreateInstance(type)! }
            : throw Failed(ReasonCode.PluginStrategyInvalid, ("strategy", name), ("problem", problem));
    }

    private TargetException Failed(ReasonCode code, params (string Name, object? Value)[] args) =>
        new(Reason.Of(code, [("file", FileName), .. args]));

    [GeneratedRegex("^[a-z0-9][a-z0-9-]{0,39}$")]
    private static partial Regex NamePattern();
}
