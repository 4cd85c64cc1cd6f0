using System.Globalization;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Api;

/// <summary>The requested part of a list, newest first.</summary>
internal static class PageQuery
{
    public const int MaximumLimit = 200;

    /// <param name="limit">The value in the query; null for <paramref name="otherwise"/>.</param>
    /// <param name="before">The value in the query, the <c>next</c> of the previous page; null for the newest.</param>
    /// <param name="otherwise">The default of <paramref name="limit"/>.</param>
    /// <param name="entry">The entries of the list, for the error: <c>a job</c>.</param>
    /// <param name="wrong">Receives an error for each invalid part.</param>
    public static (int Limit, Guid? Before) Read(string? limit, string? before, int otherwise, string entry, ICollection<FieldError> wrong)
    {
        var max = otherwise;
        if (limit is not null && !(int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out max) && max is >= 1 and <= MaximumLimit))
        {
            wrong.Add(new("limit", $"limit must be a whole number from 1 to {MaximumLimit}; \"{limit}\" is not."));
        }

        if (!Guid.TryParse(before, out var id) && before is not null)
        {
            wrong.Add(new("before", $"before must be the id of {entry}, the value of next from the previous page; \"{before}\" is not."));
        }

        return (max, before is null ? null : id);
    }
}
