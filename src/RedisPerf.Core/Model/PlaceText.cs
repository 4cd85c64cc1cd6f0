namespace RedisPerf.Core.Model;

/// <summary>The words for the places of a job. They name what differs within the job: the target, the client, or both.</summary>
public static class PlaceText
{
    /// <summary>The header of a column of places; null when the job has one place.</summary>
    public static string? Header(JobRequest request) => (request.Targets.Count > 1, request.Clients.Count > 1) switch
    {
        (true, true) => "target, client",
        (true, false) => "target",
        (false, true) => "client",
        _ => null,
    };

    /// <summary>A cell of that column: <c>local</c>, <c>2.13.17</c>, or <c>local, 2.13.17</c>.</summary>
    public static string Cell(Place place, JobRequest request) =>
        request.Clients.Count <= 1 || place.Client is null ? place.Target
        : request.Targets.Count > 1 ? $"{place.Target}, {place.Client}"
        : place.Client;

    /// <summary>After a strategy: <c> on local with client 2.13.17</c>; empty when the job has one place.</summary>
    public static string After(Place place, JobRequest request) =>
        string.Concat(Parts(place.Target, place.Client, request).Select(part => $" {part}"));

    /// <summary>For a sentence: <c>on `local` with client 2.13.17</c>; empty when the job has one place.</summary>
    public static string Where(Place place, JobRequest request) => string.Join(' ', Parts($"`{place.Target}`", place.Client, request));

    private static IEnumerable<string> Parts(string target, string? client, JobRequest request) =>
    [
        .. request.Targets.Count > 1 ? [$"on {target}"] : Array.Empty<string>(),
        .. request.Clients.Count > 1 && client is not null ? [$"with client {client}"] : Array.Empty<string>(),
    ];
}
