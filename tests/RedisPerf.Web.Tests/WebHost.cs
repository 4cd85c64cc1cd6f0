using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace RedisPerf.Web.Tests;

/// <summary>The real program on a real port, with a data folder of its own or one that is taken over.</summary>
public sealed class WebHost : WebApplicationFactory<Program>
{
    private readonly DataFolder? _own;
    private readonly (string Key, string Value)[] _settings;
    private readonly LogLines _log = new();

    private readonly TimeProvider? _time;

    private WebHost(DataFolder? own, string folder, (string Key, string Value)[] settings, TimeProvider? time = null)
    {
        _time = time;
        _own = own;
        Folder = folder;
        _settings = settings;
        UseKestrel(0);
        StartServer();
        ClientOptions.BaseAddress.Port.ShouldNotBe(0, "The program ended while it started; standard error says why.");
        Client = CreateClient(new() { AllowAutoRedirect = false, BaseAddress = ClientOptions.BaseAddress });
    }

    public string Folder { get; }

    /// <summary>With cookies, without following redirects.</summary>
    public HttpClient Client { get; }

    /// <summary>All that was logged so far, whatever its level.</summary>
    public string Log => string.Join('\n', _log.Lines);

    public Uri Address => Client.BaseAddress!;

    public static WebHost Start(params (string Key, string Value)[] settings)
    {
        var folder = new DataFolder();
        return new WebHost(folder, folder.Path, settings);
    }

    /// <summary>A program whose waiting goes by another time.</summary>
    public static WebHost Start(TimeProvider time, params (string Key, string Value)[] settings)
    {
        var folder = new DataFolder();
        return new WebHost(folder, folder.Path, settings, time);
    }

    /// <summary>A further start on a folder that stays when this host ends.</summary>
    public static WebHost StartOn(DataFolder folder, params (string Key, string Value)[] settings) => new(null, folder.Path, settings);

    /// <inheritdoc cref="StartOn(DataFolder, ValueTuple{string, string}[])"/>
    /// <param name="folder">The data folder.</param>
    /// <param name="time">What the program goes by.</param>
    /// <param name="settings">Of its configuration.</param>
    public static WebHost StartOn(DataFolder folder, TimeProvider time, params (string Key, string Value)[] settings) => new(null, folder.Path, settings, time);

    public async Task<JsonObject> GetAsync(string path)
    {
        using var response = await Client.GetAsync(path, Ct);
        response.IsSuccessStatusCode.ShouldBeTrue(await response.Content.ReadAsStringAsync(Ct));
        return (await response.Content.ReadFromJsonAsync<JsonObject>(Ct))!;
    }

    public Task<HttpResponseMessage> PostAsync(string json) => Client.PostAsync("/api/jobs", new StringContent(json, Encoding.UTF8, "application/json"), Ct);

    public async Task<JsonObject> QueueAsync(string json)
    {
        using var response = await PostAsync(json);
        response.StatusCode.ShouldBe(System.Net.HttpStatusCode.Created, await response.Content.ReadAsStringAsync(Ct));
        return (await response.Content.ReadFromJsonAsync<JsonObject>(Ct))!;
    }

    public Task<HttpResponseMessage> CancelAsync(string id) => Client.PostAsync($"/api/jobs/{id}/cancel", null, Ct);

    /// <summary>What has that address in the API, as soon as it is as wanted.</summary>
    public async Task<JsonObject> UntilAsync(string address, Func<JsonObject, bool> isSo)
    {
        while (true)
        {
            var answer = await GetAsync(address);
            if (isSo(answer))
            {
                return answer;
            }

            await Task.Delay(50, Ct);
        }
    }

    /// <summary>The job document as soon as it is in that state.</summary>
    public async Task<JsonObject> UntilAsync(string id, string state)
    {
        var job = await UntilAsync($"/api/jobs/{id}", job => job.Text("state") == state || !IsUnderWay(job));
        job.Text("state").ShouldBe(state, job.Text("error"));
        return job;
    }

    /// <summary>The job document as soon as it has ended, in whatever way.</summary>
    public Task<JsonObject> EndedAsync(string id) => UntilAsync($"/api/jobs/{id}", job => !IsUnderWay(job));

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await UntilReleasedAsync();
        _own?.Dispose();
        GC.SuppressFinalize(this);
    }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseSetting("RedisPerf:Data", Folder);
        foreach (var (key, value) in _settings)
        {
            builder.UseSetting(key, value);
        }

        if (_time is not null)
        {
            builder.ConfigureTestServices(services => services.AddSingleton(_time));
        }

        builder.ConfigureLogging(logging => logging.ClearProviders().AddProvider(_log).AddFilter<LogLines>(null, LogLevel.Trace));
    }

    // The program's own end runs beside the factory's, and may let go of the folder a moment later.
    private async Task UntilReleasedAsync()
    {
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < TimeSpan.FromSeconds(30))
        {
            try
            {
                await using var held = new FileStream(Path.Combine(Folder, "ledger.lock"), FileMode.Open, FileAccess.ReadWrite, FileShare.None);
                return;
            }
            catch (FileNotFoundException)
            {
                return;
            }
            catch (IOException)
            {
                await Task.Delay(20);
            }
        }
    }

    private static bool IsUnderWay(JsonObject job) => job.Text("state") is "queued" or "running";

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    private sealed class LogLines : ILoggerProvider, ILogger
    {
        public ConcurrentQueue<string> Lines { get; } = new();

        public ILogger CreateLogger(string categoryName) => this;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            Lines.Enqueue($"{logLevel}: {formatter(state, exception)} {exception}");

        public void Dispose()
        {
        }
    }
}
