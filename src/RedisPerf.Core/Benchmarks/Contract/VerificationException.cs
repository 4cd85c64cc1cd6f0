using System.Globalization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The data on the server differs from the data that was sent. The run keeps the reason.</summary>
public sealed class VerificationException(Reason reason) : Exception(reason.ToString())
{
    public Reason Reason { get; } = reason;

    /// <summary>A number of items differs.</summary>
    /// <param name="what">The counted items: <c>Fields of Account:3</c>.</param>
    /// <param name="actual">The number on the server.</param>
    /// <param name="expected">The number that was sent.</param>
    public static VerificationException CountDiffers(string what, long actual, long expected) =>
        new(Reason.Of(ReasonCode.CountDiffers, ("what", what), ("actual", actual), ("expected", expected)));

    /// <summary>An item is not on the server.</summary>
    /// <param name="what">The missing item: <c>Field a of Account:3</c>.</param>
    public static VerificationException Missing(string what) => new(Reason.Of(ReasonCode.ValueMissing, ("what", what)));

    /// <summary>Checks the time after which the server removes an item.</summary>
    /// <param name="what">The item: <c>field a of Account:3</c>.</param>
    /// <param name="left">The remaining time; null for an item without an expiry.</param>
    /// <param name="expiry">The time that was set.</param>
    /// <exception cref="VerificationException">It has no expiry, or a later one.</exception>
    public static void CheckExpiry(string what, TimeSpan? left, TimeSpan expiry)
    {
        if (left is null || left > expiry)
        {
            throw ValueDiffers($"The expiry of {what}", left is { } time ? Seconds(time) : "unlimited", $"at most {Seconds(expiry)}");
        }

        static string Seconds(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:N0} seconds");
    }

    /// <summary>A value differs.</summary>
    /// <param name="what">The item: <c>Field a of Account:3</c>.</param>
    /// <param name="actual">The value on the server, as it is shown.</param>
    /// <param name="expected">The sent value, as it is shown.</param>
    public static VerificationException ValueDiffers(string what, string actual, string expected) =>
        new(Reason.Of(ReasonCode.ValueDiffers, ("what", what), ("actual", actual), ("expected", expected)));
}
