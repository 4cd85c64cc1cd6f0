using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Http;

namespace RedisPerf.Web.Tests;

/// <summary>The web server cannot write a part of a request to a temporary folder: in all tests of this assembly, that folder is
/// missing.</summary>
internal static class NoTemporaryFolder
{
    private const string Variable = "ASPNETCORE_TEMP";

    // The framework reads the variable once. A host of a test does not accept it.
    [ModuleInitializer]
    internal static void Set()
    {
        var folder = Directory.CreateTempSubdirectory("redisperf-web-");
        Environment.SetEnvironmentVariable(Variable, folder.FullName);
        var context = new DefaultHttpContext { Request = { Body = new MemoryStream(new byte[100]) } };
        context.Request.EnableBuffering(bufferThreshold: 1);
        context.Request.Body.ReadExactly(new byte[100]);
        context.Request.Body.Dispose();
        Environment.SetEnvironmentVariable(Variable, null);
        folder.Delete(recursive: true);
    }
}
