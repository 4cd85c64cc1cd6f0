using System.Globalization;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Api;

/// <summary>Which part of a list, newest first, is asked for.</summary>
internal static class PageQuery
{
    public const int MaximumLimit = 200;

    /// <param name="limit">As it was given; null for <paramref name="otherwise"/>.</param>
    /// <param name="before">As it was given: the <c>next</c> of the page before; null for the newest.</param>
    /// <param name="otherwise">Entries at most where nothing is said.</param>
    /// <param name="entry">What the list is of, with its article, for a sentence: <c>a job</c>.</param>
    /// <param name="wrong">Gains a sentence for each part that is wrong.</param>
    public static (int Limit, Guid? Before) Read(string? limit, string? before, int otherwise, string entry, ICollection<FieldError> wrong)
    {
        var most = otherwise;
        if (limit is not null && !(int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out most) && most is >= 1 and <= MaximumLimit))
        {
            wrong.Add(new("limit", $"limit must be a whole number from 1 to {MaximumLimit}; \"{limit}\" is not."));
        }

        if (!Guid.TryParse(before, out var id) && before is not null)
        {
            wrong.Add(new("before", $"before must be the id of {entry}, as the list before gave it in next; \"{before}\" is not."));
        }

        return (most, before is null ? null : id);
    }
}
