using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using LogProvider = Hangfire.Logging.LogProvider;

namespace RedisPerf.Web.Tests;

/// <summary>The real program on a real port, with its own data folder or an existing one.</summary>
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
        // Hangfire has one log provider for all hosts of a process: that of the host which started last. Once that host is
        // disposed, the others could not queue a job with it.
        LogProvider.SetCurrentLogProvider(null);
        ClientOptions.BaseAddress.Port.ShouldNotBe(0, "The program ended while it started; standard error has the reason.");
        Client = CreateClient(new() { AllowAutoRedirect = false, BaseAddress = ClientOptions.BaseAddress });
        Client.Timeout = Timeout.InfiniteTimeSpan;
    }

    public string Folder { get; }

    /// <summary>With cookies, without following redirects. Only the test limits the time of its requests.</summary>
    public HttpClient Client { get; }

    /// <summary>The log so far, with all levels.</summary>
    public string Log => string.Join('\n', _log.Lines);

    /// <summary>The first error of the log; null without an error.</summary>
    public string? FirstError => _log.Lines.FirstOrDefault(line => line.StartsWith("Error", StringComparison.Ordinal));

    public Uri Address => Client.BaseAddress!;

    public static WebHost Start(params (string Key, string Value)[] settings)
    {
        var folder = new DataFolder();
        return new WebHost(folder, folder.Path, settings);
    }

    /// <summary>A program with another clock.</summary>
    public static WebHost Start(TimeProvider time, params (string Key, string Value)[] settings)
    {
        var folder = new DataFolder();
        return new WebHost(folder, folder.Path, settings, time);
    }

    /// <summary>Starts the program on a folder that remains after this host ends.</summary>
    public static WebHost StartOn(DataFolder folder, params (string Key, string Value)[] settings) => new(null, folder.Path, settings);

    /// <inheritdoc cref="StartOn(DataFolder, ValueTuple{string, string}[])"/>
    /// <param name="time">The clock of the program.</param>
    /// <param name="settings">Settings of the configuration.</param>
    public static WebHost StartOn(DataFolder folder, TimeProvider time, params (string Key, string Value)[] settings) =>
        new(null, folder.Path, settings, time);

    public async Task<JsonObject> GetAsync(string path)
    {
        using var response = await Client.GetAsync(path, Ct);
        if (!response.IsSuccessStatusCode)
        {
            // The log is long, and most requests are polls that succeed.
            Assert.Fail($"{path} {response.StatusCode}: {await response.Content.ReadAsStringAsync(Ct)}\n{FirstError}");
        }

        return (await response.Content.ReadFromJsonAsync<JsonObject>(Ct))!;
    }

    public Task<HttpResponseMessage> PostAsync(string json) =>
        Client.PostAsync("/api/jobs", new StringContent(json, Encoding.UTF8, "application/json"), Ct);

    public async Task<JsonObject> QueueAsync(string json)
    {
        using var response = await PostAsync(json);
        if (response.StatusCode != System.Net.HttpStatusCode.Created)
        {
            Assert.Fail($"{response.StatusCode}: {await response.Content.ReadAsStringAsync(Ct)}\n{Log}");
        }

        return (await response.Content.ReadFromJsonAsync<JsonObject>(Ct))!;
    }

    /// <summary>The value of each metric with its labels.</summary>
    public async Task<Dictionary<string, double>> MetricsAsync()
    {
        using var answer = await Client.GetAsync("/metrics", Ct);
        answer.StatusCode.ShouldBe(System.Net.HttpStatusCode.OK);
        answer.Content.Headers.ContentType!.MediaType.ShouldBe("text/plain");
        var lines = (await answer.Content.ReadAsStringAsync(Ct)).Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(line => line[0] != '#');
        return lines.ToDictionary(
            line => line[..line.LastIndexOf(' ')], line => double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture));
    }

    /// <summary>A page, parsed.</summary>
    public async Task<IHtmlDocument> PageAsync(string address) =>
        await new HtmlParser().ParseDocumentAsync(await Client.GetStringAsync(address, Ct), Ct);

    /// <summary>The page that a request was answered with, parsed.</summary>
    public static async Task<IHtmlDocument> ParseAsync(HttpResponseMessage answer) =>
        await new HtmlParser().ParseDocumentAsync(await answer.Content.ReadAsStringAsync(Ct), Ct);

    /// <summary>Submits a form of a page as a browser without script does.</summary>
    /// <param name="instead">Fields with other values than in the page.</param>
    public Task<HttpResponseMessage> SubmitAsync(IHtmlFormElement form, params (string Name, string Value)[] instead)
    {
        var names = instead.Select(field => field.Name).ToHashSet();
        var inputs = form.QuerySelectorAll("input").OfType<IHtmlInputElement>()
            .Where(input => input.Type is not ("checkbox" or "radio") || input.IsChecked)
            .Select(input => KeyValuePair.Create(input.Name!, input.Value));
        var selects =
            form.QuerySelectorAll("select").OfType<IHtmlSelectElement>().Select(select => KeyValuePair.Create(select.Name!, select.Value ?? ""));
        var fields = inputs.Concat(selects).Where(field => !names.Contains(field.Key))
            .Concat(instead.Select(field => KeyValuePair.Create(field.Name, field.Value)));
        return Client.PostAsync(form.GetAttribute("action"), new FormUrlEncodedContent(fields), Ct);
    }

    public Task<HttpResponseMessage> CancelAsync(string id) => Client.PostAsync($"/api/jobs/{id}/cancel", null, Ct);

    /// <summary>Reads an address of the API until the answer satisfies the condition, and returns it.</summary>
    public Task<JsonObject> UntilAsync(string address, Func<JsonObject, bool> isSo) => Poll.UntilAsync(() => GetAsync(address), isSo);

    /// <summary>Waits until the job is in that state, and returns its document.</summary>
    public async Task<JsonObject> UntilAsync(string id, string state)
    {
        var job = await UntilAsync($"/api/jobs/{id}", job => job.Text("state") == state || !IsUnderWay(job));
        job.Text("state").ShouldBe(state, job.Text("error"));
        return job;
    }

    /// <summary>Waits for the end of the job in any state, and returns its document.</summary>
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

        // A worker process for each of hundreds of jobs would take minutes. The proofs have them.
        builder.ConfigureTestServices(services => services.MeasureInProcess());

        builder.ConfigureLogging(logging => logging.ClearProviders().AddProvider(_log).AddFilter<LogLines>(null, LogLevel.Trace));
    }

    // The program stops in parallel with the factory, and may release the folder slightly later.
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
