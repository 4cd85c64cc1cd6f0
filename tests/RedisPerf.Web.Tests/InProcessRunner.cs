using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Running;

namespace RedisPerf.Web.Tests;

/// <summary>Measures jobs in the process of the test, instead of in a worker process for each.</summary>
internal static class InProcessRunner
{
    public static void MeasureInProcess(this IServiceCollection services)
    {
        var create = services.Last(service => service.ServiceType == typeof(Runner)).ImplementationFactory!;
        services.AddSingleton(provider =>
        {
            var runner = (Runner)create(provider);
            runner.WorkerProgram = null;
            return runner;
        });
    }
}
