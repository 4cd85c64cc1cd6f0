using Microsoft.Extensions.Primitives;

namespace RedisPerf.Web.Configuration;

/// <summary>The host names under which RedisPerf answers. A page of another site can make a browser send requests to its own name, which
/// resolves to this machine (DNS rebinding); the name is then in the header Host.</summary>
public sealed class AllowedHosts
{
    public const string Key = "AllowedHosts";

    /// <summary>Only this machine's own names.</summary>
    public const string Default = "localhost;127.0.0.1;[::1]";

    private readonly List<StringSegment> _names;

    private AllowedHosts(IEnumerable<string> names)
    {
        Names = [.. names];

        // As a browser sends them: names with other letters in their ASCII form.
        _names = [.. Names.Where(name => name != "*").Select(name => new StringSegment(new HostString(name).ToUriComponent()))];
    }

    /// <summary>The configured names; <c>*</c> for every name.</summary>
    public IReadOnlyList<string> Names { get; }

    /// <returns>Null when a name is invalid.</returns>
    public static AllowedHosts? Parse(string? text)
    {
        var names = (text ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return names.Length > 0 && names.All(IsName) ? new(names) : null;
    }

    /// <summary>Whether a request for the host is answered. A client without a host is not a browser.</summary>
    public bool Allows(HostString host) => Names.Contains("*") || !host.HasValue || AllowsByName(host);

    /// <summary>The same, but <c>*</c> allows nothing.</summary>
    public bool AllowsByName(HostString host) => HostString.MatchesAny(host.Value ?? "", _names);

    // *.example.com allows every name below it. A scheme, a port or a path would match no request.
    private static bool IsName(string text) =>
        text == "*" || Uri.CheckHostName(text.StartsWith("*.", StringComparison.Ordinal) ? text[2..] : text) switch
        {
            UriHostNameType.Dns or UriHostNameType.IPv4 => true,
            UriHostNameType.IPv6 => text.StartsWith('['),
            _ => false,
        };
}
