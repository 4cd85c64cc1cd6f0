using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.Extensions.Options;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Access;

/// <summary>Requires the access token, if one is configured: as a bearer token in a request to the API, or as a cookie that the sign-in
/// page sets. An address that sent ten wrong tokens in a minute must wait.</summary>
public sealed class AccessControl(IOptions<RedisPerfOptions> options, IDataProtectionProvider protection) : IDisposable
{
    public const string SignInPath = "/sign-in";

    private const string Cookie = "redisperf-access";
    private const int AttemptsPerMinute = 10;

    private static readonly TimeSpan CookieLifetime = TimeSpan.FromDays(30);

    // The sign-in page needs its styles, and a process manager has no token.
    private static readonly PathString[] Open = [SignInPath, "/css", "/lib", "/js", "/favicon.svg", "/health"];

    private readonly ITimeLimitedDataProtector _cookies = protection.CreateProtector("RedisPerf.Access").ToTimeLimitedDataProtector();
    private readonly PartitionedRateLimiter<HttpContext> _failures =
        PartitionedRateLimiter.Create<HttpContext, IPAddress>(context => RateLimitPartition.GetFixedWindowLimiter(
            context.Connection.RemoteIpAddress ?? IPAddress.None,
            _ => new() { PermitLimit = AttemptsPerMinute, Window = TimeSpan.FromMinutes(1), QueueLimit = 0 }));

    private byte[]? Secret => options.Value.AccessToken is { } token ? Hash(token) : null;

    /// <summary>The result of a request's token or cookie.</summary>
    public enum Result
    {
        Allowed,
        Refused,
        TooManyAttempts,
    }

    /// <summary>Whether the request may pass.</summary>
    public Result Check(HttpContext context)
    {
        if (Secret is not { } secret || Array.Exists(Open, path => context.Request.Path.StartsWithSegments(path)) || HasCookie(context, secret))
        {
            return Result.Allowed;
        }

        return context.Request.Headers.Authorization.ToString() is var header && header.StartsWith("Bearer ", StringComparison.OrdinalIgnoreCase)
            ? Compare(context, header["Bearer ".Length..], secret)
            : Result.Refused;
    }

    /// <summary>Sets the cookie when the token is right.</summary>
    public Result SignIn(HttpContext context, string token)
    {
        if (Secret is not { } secret)
        {
            return Result.Allowed;
        }

        var result = Compare(context, token, secret);
        if (result == Result.Allowed)
        {
            context.Response.Cookies.Append(
                Cookie,
                _cookies.Protect(Convert.ToHexString(secret), CookieLifetime),
                new CookieOptions
                {
                    HttpOnly = true,
                    SameSite = SameSiteMode.Lax,
                    Secure = context.Request.IsHttps,
                    MaxAge = CookieLifetime,
                    IsEssential = true,
                    Path = context.Request.PathBase.HasValue ? context.Request.PathBase.ToUriComponent() : "/",
                });
        }

        return result;
    }

    public void Dispose() => _failures.Dispose();

    private Result Compare(HttpContext context, string token, byte[] secret)
    {
        using (var free = _failures.AttemptAcquire(context, 0))
        {
            if (!free.IsAcquired)
            {
                return Result.TooManyAttempts;
            }
        }

        // The hashes have one length, so the time of the comparison does not depend on the token.
        // A pasted token may have a blank or a line break around it; the configured one has none.
        if (CryptographicOperations.FixedTimeEquals(Hash(token.Trim()), secret))
        {
            return Result.Allowed;
        }

        _failures.AttemptAcquire(context).Dispose();
        return Result.Refused;
    }

    // With another token, the cookies of the previous one are invalid.
    private bool HasCookie(HttpContext context, byte[] secret)
    {
        if (context.Request.Cookies[Cookie] is not { } cookie)
        {
            return false;
        }

        try
        {
            return CryptographicOperations.FixedTimeEquals(Convert.FromHexString(_cookies.Unprotect(cookie)), secret);
        }
        catch (Exception exception) when (exception is CryptographicException or FormatException)
        {
            return false;
        }
    }

    private static byte[] Hash(string token) => SHA256.HashData(Encoding.UTF8.GetBytes(token));
}
