using System.Reflection;
using System.Runtime.Loader;
using RedisPerf.Abstractions;

namespace RedisPerf.Core.Running.Workers.Plugins;

/// <summary>The assemblies of one plug-in. It shares only the contract with RedisPerf: its dependencies, and its client, are its own.</summary>
/// <param name="path">The path of the plug-in.</param>
internal sealed class PluginContext(string path) : AssemblyLoadContext(Path.GetFileNameWithoutExtension(path))
{
    private static readonly Assembly Contract = typeof(RunContext).Assembly;

    private readonly AssemblyDependencyResolver _resolver = new(path);

    // An assembly of the runtime is that of RedisPerf; any other one that RedisPerf has is not that of the plug-in.
    protected override Assembly? Load(AssemblyName assemblyName) =>
        assemblyName.Name == Contract.GetName().Name ? Contract
        : _resolver.ResolveAssemblyToPath(assemblyName) is { } file ? LoadFromAssemblyPath(file)
        : File.Exists(Path.Combine(AppContext.BaseDirectory, $"{assemblyName.Name}.dll"))
            ? throw new FileNotFoundException(null, assemblyName.FullName)
        : null;

    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } file ? LoadUnmanagedDllFromPath(file) : 0;
}
