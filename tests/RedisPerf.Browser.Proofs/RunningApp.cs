using Hangfire.Logging;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;

namespace RedisPerf.Browser.Proofs;

/// <summary>The whole program on a free port, with its own data folder.</summary>
public sealed class RunningApp : WebApplicationFactory<Program>
{
    private readonly Action<IServiceCollection> _services;
    private readonly (string Key, string Value)[] _settings;
    private readonly DirectoryInfo _data = Directory.CreateTempSubdirectory("redisperf-browser-");

    public RunningApp(params (string Key, string Value)[] settings)
        : this(_ => { }, settings)
    {
    }

    /// <param name="services">Replaces services in the container of the program.</param>
    /// <param name="settings">Settings of the configuration.</param>
    public RunningApp(Action<IServiceCollection> services, params (string Key, string Value)[] settings)
    {
        _services = services;
        _settings = settings;
        UseKestrel(0);
        StartServer();
    }

    /// <summary>The data folder.</summary>
    public string Folder => _data.FullName;

    /// <summary>The address, without a trailing slash.</summary>
    public string Address => ClientOptions.BaseAddress.ToString().TrimEnd('/');

    /// <summary>A new client. Only the test limits the time of its requests.</summary>
    public HttpClient Connect() => new() { BaseAddress = new(Address), Timeout = Timeout.InfiniteTimeSpan };

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        // Hangfire has one log provider for all hosts of a process: that of the host which started last. Once that host is
        // disposed, the others cannot queue a job with it.
        LogProvider.SetCurrentLogProvider(null);
        _data.Delete(recursive: true);
        GC.SuppressFinalize(this);
    }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseSetting("RedisPerf:Data", _data.FullName);
        foreach (var (key, value) in _settings)
        {
            builder.UseSetting(key, value);
        }

        builder.ConfigureTestServices(_services);
    }
}
