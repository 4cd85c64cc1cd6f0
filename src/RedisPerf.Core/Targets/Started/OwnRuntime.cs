using System.Runtime.InteropServices;

namespace RedisPerf.Core.Targets.Started;

/// <summary>The .NET runtime of this process, for a program of .NET that it starts.</summary>
internal static class OwnRuntime
{
    /// <summary>Adds the folder of the runtime to the variables of a program, which otherwise looks for one in the usual places only: a
    /// runtime that was unpacked into a home folder is found through this process.</summary>
    public static void AddTo(IDictionary<string, string?> variables)
    {
        var root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        if (Environment.GetEnvironmentVariable("DOTNET_ROOT") is null && Directory.Exists(Path.Combine(root, "host", "fxr")))
        {
            variables["DOTNET_ROOT"] = root;
        }
    }
}
