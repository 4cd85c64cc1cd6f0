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

    /// <summary>Loads the file into this process and finds its strategies. The constructors of the strategies run, because
    /// the initial values of their properties are the defaults of their options.</summary>
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

            var name = NameOf(assembly);
            PluginStrategy[] strategies = [.. assembly.GetExportedTypes().Where(type => type.IsDefined(typeof(StrategyAttribute), inherit: false))
                .Select(type => StrategyOf(name, type, catalogue)).OrderBy(strategy => strategy.Name, StringComparer.Ordinal)];
            if (strategies.Length == 0)
            {
                throw Failed(ReasonCode.PluginEmpty);
            }

            foreach (var (strategy, problem) in PluginRules.FindProblems(strategies))
            {
                throw Failed(ReasonCode.PluginStrategyInvalid, ("strategy", strategy.Name), ("problem", problem));
            }

            return new(name, Path, hash, strategies) { Version = VersionOf(assembly) };
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

    // The title is the name of the assembly by default.
    private string NameOf(Assembly assembly)
    {
        var name = (assembly.GetCustomAttribute<AssemblyTitleAttribute>()?.Title ?? assembly.GetName().Name!).ToLowerInvariant();
        return AssemblyPattern().IsMatch(name) ? name
            : throw Failed(ReasonCode.PluginNotLoaded,
                ("message", "the title of the assembly must have letters, digits, hyphens, underscores and dots, and at most 60 characters"));
    }

    private static string? VersionOf(Assembly assembly) =>
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion is { Length: > 0 } version
            ? FieldError.Shorten(RedisFailure.Line(version))
            : null;

    private PluginStrategy StrategyOf(string assembly, Type type, Catalogue catalogue)
    {
        var declared = type.GetCustomAttribute<StrategyAttribute>(inherit: false)!;
        var name = $"{assembly}/{declared.Name}";
        var open = catalogue.Open.ToArray();
        var benchmark = Array.Find(open, each => each.OpenTo!.IsAssignableFrom(type));
        var summary = RedisFailure.Line(declared.Summary ?? "");
        var problem = summary.Length == 0 ? "its summary is empty"
            : !NamePattern().IsMatch(declared.Name ?? "") ? "its name must have lower-case letters, digits and hyphens, and at most 40 characters"
            : benchmark is null ? $"its class {type.Name} must derive from {string.Join(" or ", open.Select(each => each.OpenTo!.Name))}"
            : (declared.IsFloor || declared.Work is not null) && !benchmark.Info.StrategiesDefineWork
                ? $"a strategy of {benchmark.Info.Name} cannot have {nameof(declared.IsFloor)} or {nameof(declared.Work)}"
            : type.IsAbstract || type.GetConstructor([]) is null ? $"its class {type.Name} must have a public constructor without parameters"
            : null;
        if (problem is not null)
        {
            throw Failed(ReasonCode.PluginStrategyInvalid, ("strategy", name), ("problem", problem));
        }

        var options = PluginOptions.Read(type, benchmark!.Info.Options, out var invalid);
        return invalid is not null
            ? throw Failed(ReasonCode.PluginStrategyInvalid, ("strategy", name), ("problem", RedisFailure.Line(invalid)))
            : new(benchmark.Info.Name, name, RedisFailure.Line(declared.Title ?? name), summary, declared.Needs)
            {
                IsFloor = declared.IsFloor,
                Work = declared.Work is { } work ? RedisFailure.Line(work) : null,
                Options = options.All,
                Create = options.Create,
            };
    }

    private TargetException Failed(ReasonCode code, params (string Name, object? Value)[] args) =>
        new(Reason.Of(code, [("file", FileName), .. args]));

    [GeneratedRegex("^[a-z0-9][a-z0-9-]{0,39}$")]
    private static partial Regex NamePattern();

    [GeneratedRegex("^[a-z0-9_][a-z0-9_.-]{0,59}$")]
    private static partial Regex AssemblyPattern();
}
