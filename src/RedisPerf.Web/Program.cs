using Microsoft.Extensions.Logging.Console;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger;
using RedisPerf.Web;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Api;
using RedisPerf.Web.Background;
using RedisPerf.Web.Pages;
using RedisPerf.Web.Schedules;

try
{
    var builder = WebApplication.CreateBuilder(new WebApplicationOptions { Args = args, ContentRootPath = Startup.ContentRoot(args) });

    // Without a launch profile the environment is Production, where the assets of the build are not looked for by themselves.
    builder.WebHost.UseStaticWebAssets();
    builder.WebHost.ConfigureKestrel(kestrel => kestrel.AddServerHeader = false);

    // Standard output is for the one line that says where the pages are.
    // What a start fails of is told in one line below, not in a stack as well.
    builder.Logging.AddFilter("Microsoft.Extensions.Hosting.Internal.Host", LogLevel.Critical);
    builder.Services.Configure<ConsoleLoggerOptions>(console => console.LogToStandardErrorThreshold = LogLevel.Trace);
    if (string.IsNullOrEmpty(builder.Configuration[WebHostDefaults.ServerUrlsKey]) && string.IsNullOrEmpty(builder.Configuration[WebHostDefaults.HttpPortsKey]))
    {
        builder.WebHost.UseUrls("http://localhost:5080");
    }

    Startup.CheckAddresses(builder.Configuration[WebHostDefaults.ServerUrlsKey] ?? "");
    builder.Services.AddRedisPerf();
    builder.Services.AddBackground();
    builder.Services.AddAlerts();
    builder.Services.AddSchedules();
    builder.Services.AddPages();
    builder.Services.AddOpenApi();
    builder.Services.AddProblemDetails();
    builder.Services.ConfigureHttpJsonOptions(json => DocumentJson.Apply(json.SerializerOptions));

    var app = builder.Build();
    app.Services.GetRequiredService<JobLedger>();
    await Startup.TellMissingAsync(app.Services.GetRequiredService<TargetCatalogue>());

    app.UseErrorPages();
    app.UseSecurityHeaders();

    // After the error pages, so that the page they lead to is found by its own path.
    app.UseRouting();
    app.MapStaticAssets();
    app.MapRazorPages().WithStaticAssets();
    app.MapApi();
    app.MapBackgroundDashboard();
    app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine($"RedisPerf is at {string.Join(" and ", app.Urls)}; Ctrl+C ends it."));
    await app.RunAsync();
    return 0;
}
catch (Exception exception) when (Startup.Trouble(exception) is not null)
{
    Console.Error.WriteLine(Startup.Trouble(exception));
    return 1;
}
