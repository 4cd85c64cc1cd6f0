using Microsoft.Extensions.Logging.Console;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Access;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Api;
using RedisPerf.Web.Background;
using RedisPerf.Web.Hosting;
using RedisPerf.Web.Live;
using RedisPerf.Web.Pages;
using RedisPerf.Web.Pages.Jobs;
using RedisPerf.Web.Schedules;
using RedisPerf.Web.Targets;

if (Arguments.IsHelpRequested(args))
{
    Console.Write(Arguments.Usage);
    return 0;
}

IConfiguration? configuration = null;
WebApplication app;
try
{
    app = await StartAsync();
}
catch (Exception exception) when (exception is not HostAbortedException)
{
    // Every failure of the start is a line. What fails later is not caught here.
    Console.Error.WriteLine(StartFailure.Describe(exception, configuration));
    return 1;
}

await using (app)
{
    await app.WaitForShutdownAsync();
}

return 0;

async Task<WebApplication> StartAsync()
{
    Arguments.Check(args);
    var builder = SettingSources.CreateBuilder(args);
    configuration = builder.Configuration;
    if (SettingSources.Describe(builder) is { } files)
    {
        Console.Error.WriteLine(files);
    }

    // Without a launch profile the environment is Production, which does not load the assets of the build by default.
    builder.WebHost.UseStaticWebAssets();
    builder.WebHost.ConfigureKestrel(kestrel =>
    {
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxRequestBodySize = JsonBody.MaximumBytes;
    });

    // Standard output has only the line with the address of the pages.
    // A failed start is reported in one line above, without a stack trace.
    builder.Logging.AddFilter("Microsoft.Extensions.Hosting.Internal.Host", LogLevel.Critical);
    builder.Services.Configure<ConsoleLoggerOptions>(console => console.LogToStandardErrorThreshold = LogLevel.Trace);
    if (ListenAddresses.Read(configuration).Count == 0)
    {
        builder.WebHost.UseUrls(ListenAddresses.Default);
    }

    SettingSources.CheckLogLevels(configuration);
    ListenAddresses.CheckCertificates(configuration, builder.Environment.ContentRootPath);
    builder.AddHostCheck();
    builder.Services.AddRedisPerf();
    builder.Services.AddBackground();
    builder.Services.AddAlerts();
    builder.Services.AddSchedules();
    builder.Services.AddPages();
    // A HEAD has the description of its GET.
    builder.Services.AddOpenApi(description => description.ShouldInclude = route => route.HttpMethod != HttpMethods.Head);
    builder.Services.AddProblemDetails(problems => problems.CustomizeProblemDetails = ErrorPages.DescribeProblem);
    builder.Services.AddResponseCompression(compression => compression.EnableForHttps = true);
    builder.Services.ConfigureHttpJsonOptions(json => DocumentJson.Apply(json.SerializerOptions));

    var built = builder.Build();
    try
    {
        await PrepareAsync(built);
        await built.StartAsync();
        return built;
    }
    catch
    {
        await StopAsync(built);
        throw;
    }
}

// Without the stop, the host logs each background service that ends by its cancellation as a further failure.
static async Task StopAsync(WebApplication app)
{
    await using (app)
    {
        try
        {
            await app.StopAsync();
        }
        catch (Exception exception)
        {
            app.Logger.LogWarning(exception, "A service did not stop after the failed start");
        }
    }
}

static async Task PrepareAsync(WebApplication app)
{
    NetworkAccess.Check(app.Configuration, Startup.Options(app.Services));
    app.Services.GetRequiredService<JobLedger>();
    app.Services.GetRequiredService<KeyFiles>();
    await SharedKeys.PrepareAsync(app.Services);
    app.Services.GetRequiredService<Runner>();
    await app.Services.GetRequiredService<AddedTargets>().LoadAsync(CancellationToken.None);
    await Startup.ReportMissingAsync(app.Services.GetRequiredService<TargetCatalogue>());

    // Compression takes CPU time that a running job would be measured with. Static files are compressed at the build.
    var jobs = app.Services.GetRequiredService<LiveJobs>();
    app.UseWhen(_ => !jobs.AreMeasuring, answer => answer.UseResponseCompression());
    app.UseHostCheck();
    app.UseTrustedProxies();
    app.UseBasePath();
    app.UseErrorPages();
    app.UseSecurityHeaders();
    app.UseAccessControl();

    // After the error pages, so the error page is routed by its own path.
    app.UseRouting();
    app.MapStaticAssets();

    // Without it, the check of the form refuses the other methods first, with another status.
    app.MapRazorPages().WithMetadata(new HttpMethodMetadata([HttpMethods.Get, HttpMethods.Head, HttpMethods.Post])).WithStaticAssets();
    app.MapCard();
    app.MapChartStyle();
    app.MapApi();
    app.MapBackgroundDashboard();
    app.CheckBasePath();
    app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine($"RedisPerf is at {string.Join(" and ", app.Urls)}; press Ctrl+C to stop."));
}
