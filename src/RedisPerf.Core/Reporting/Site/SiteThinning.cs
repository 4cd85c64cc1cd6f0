namespace RedisPerf.Core.Reporting.Site;

/// <summary>Chooses the jobs of a site that stay when there are too many. The newest half stays. In the older half, the job goes whose
/// neighbors are nearest to each other in relation to its age, so that old jobs have larger distances.</summary>
public static class SiteThinning
{
    /// <param name="jobs">In any order.</param>
    /// <param name="timeOf">The time of a job.</param>
    /// <param name="stays">Whether a job stays however old it is. More of them than <paramref name="keep"/> all stay.</param>
    /// <param name="keep">The largest number of jobs, at least 1.</param>
    /// <returns>The jobs that stay, newest first.</returns>
    public static IReadOnlyList<T> Choose<T>(IEnumerable<T> jobs, Func<T, DateTimeOffset> timeOf, Func<T, bool> stays, int keep)
    {
        T[] all = [.. jobs.OrderByDescending(timeOf)];
        if (all.Length <= keep)
        {
            return all;
        }

        var (newest, recent) = (timeOf(all[0]), (keep + 1) / 2);
        var removed = new bool[all.Length];
        int[] newer = [.. Enumerable.Range(-1, all.Length)], older = [.. Enumerable.Range(1, all.Length)];
        var queue = new PriorityQueue<int, double>(
            Enumerable.Range(recent, all.Length - recent).Where(place => !stays(all[place])).Select(place => (place, Gap(place))));
        for (var left = all.Length; left > keep && queue.TryDequeue(out var place, out var gap);)
        {
            // A neighbor was removed since the job was added to the queue: it is there with its new gap too.
            if (removed[place] || gap != Gap(place))
            {
                continue;
            }

            (removed[place], left) = (true, left - 1);
            older[newer[place]] = older[place];
            if (older[place] < all.Length)
            {
                newer[older[place]] = newer[place];
            }

            foreach (var neighbor in new[] { newer[place], older[place] }.Where(
                neighbor => neighbor >= recent && neighbor < all.Length && !stays(all[neighbor])))
            {
                queue.Enqueue(neighbor, Gap(neighbor));
            }
        }

        return [.. all.Where((_, place) => !removed[place])];

        // The oldest job has no older neighbor: it goes last.
        double Gap(int place) => older[place] >= all.Length
            ? double.PositiveInfinity
            : (timeOf(all[newer[place]]) - timeOf(all[older[place]])) / (newest - timeOf(all[place]) + TimeSpan.FromMinutes(1));
    }
}
