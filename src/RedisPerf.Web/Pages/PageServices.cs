using Microsoft.AspNetCore.Mvc.ModelBinding;
using RedisPerf.Web.Pages.NewRun;

namespace RedisPerf.Web.Pages;

/// <summary>The services of the pages.</summary>
public static class PageServices
{
    /// <summary>The Razor Pages and what they share. They also require a Catalogue, a TargetBoard, a NodeBoard, a JobLedger, a JobHistory,
    /// a JobQueue and a JobIntake.</summary>
    public static IServiceCollection AddPages(this IServiceCollection services)
    {
        services.AddRazorPages(pages => pages.Conventions.AddPageRoute("/Schedules/Edit", "/schedules/new"))
            .AddMvcOptions(pages =>
            {
                pages.Filters.Add<HandledMethodsFilter>();
                pages.Filters.Add<ListVersionFilter>();
                pages.Filters.Add<BasePathRedirectFilter>();

                // They read names such as a[b], which no form of ours has, and throw for a bracket that is not closed.
                pages.ValueProviderFactories.RemoveType<JQueryFormValueProviderFactory>();
                pages.ValueProviderFactories.RemoveType<JQueryQueryStringValueProviderFactory>();
            });
        services.AddSingleton<Forecaster>();
        return services;
    }
}
