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
using RedisPerf.Web.Schedules;
using RedisPerf.Web.Targets;

if (Arguments.IsHelpRequested(args))
{
    Console.Write(Arguments.Usage);
    return 0;
}

try
{
    Arguments.Check(args);
    var builder = WebApplication.CreateBuilder(new WebApplicationOptions { Args = args, ContentRootPath = Startup.ContentRoot(args) });

    // Without a launch profile the environment is Production, which does not load the assets of the build by default.
    builder.WebHost.UseStaticWebAssets();
    builder.WebHost.ConfigureKestrel(kestrel =>
    {
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxRequestBodySize = JsonBody.MaximumBytes;
    });

    // Standard output has only the line with the address of the pages.
    // A failed start is reported in one line below, without a stack trace.
    builder.Logging.AddFilter("Microsoft.Extensions.Hosting.Internal.Host", LogLevel.Critical);
    builder.Services.Configure<ConsoleLoggerOptions>(console => console.LogToStandardErrorThreshold = LogLevel.Trace);
    if (string.IsNullOrEmpty(builder.Configuration[WebHostDefaults.ServerUrlsKey])
        && string.IsNullOrEmpty(builder.Configuration[WebHostDefaults.HttpPortsKey]))
    {
        builder.WebHost.UseUrls("http://localhost:5080");
    }

    Startup.CheckAddresses(builder.Configuration[WebHostDefaults.ServerUrlsKey] ?? "");
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

    var app = builder.Build();
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
    app.UseTrustedProxies();
    app.UseErrorPages();
    app.UseSecurityHeaders();
    app.UseAccessControl();

    // After the error pages, so the error page is routed by its own path.
    app.UseRouting();
    app.MapStaticAssets();

    // Without it, the check of the form refuses the other methods first, with another status.
    app.MapRazorPages().WithMetadata(new HttpMethodMetadata([HttpMethods.Get, HttpMethods.Head, HttpMethods.Post])).WithStaticAssets();
    app.MapApi();
    app.MapBackgroundDashboard();
    app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine($"RedisPerf is at {string.Join(" and ", app.Urls)}; press Ctrl+C to stop."));
    await app.RunAsync();
    return 0;
}
catch (Exception exception) when (Startup.ErrorText(exception) is not null)
{
    Console.Error.WriteLine(Startup.ErrorText(exception));
    return 1;
}
