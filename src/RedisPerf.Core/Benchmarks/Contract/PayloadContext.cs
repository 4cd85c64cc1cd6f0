using System.ComponentModel.DataAnnotations;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Passes to the rules across several options whether the job has a payload.</summary>
internal static class PayloadContext
{
    private static readonly object Key = typeof(PayloadDescription);

    public static ValidationContext Of(object options, bool hasPayload) => new(options, new Dictionary<object, object?> { [Key] = hasPayload });

    extension(ValidationContext context)
    {
        /// <summary>Whether the job has a payload. Rules about the size of generated documents then do not apply.</summary>
        public bool HasPayload => context.Items.TryGetValue(Key, out var value) && value is true;
    }
}
