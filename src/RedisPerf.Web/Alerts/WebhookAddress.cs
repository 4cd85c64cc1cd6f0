using System.Text;

namespace RedisPerf.Web.Alerts;

/// <summary>Where alerts are sent to.</summary>
/// <param name="Address">Without user and password.</param>
/// <param name="Credentials">User and password for basic authentication; null where none were given.</param>
internal sealed record WebhookAddress(Uri Address, string? Credentials)
{
    /// <summary>For a log: scheme, host and port. A path may be a secret as well as a query.</summary>
    public string Shown => Address.GetLeftPart(UriPartial.Authority);

    /// <returns>Null for what is no absolute http or https address.</returns>
    public static WebhookAddress? Parse(string? text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var given) || (given.Scheme != Uri.UriSchemeHttp && given.Scheme != Uri.UriSchemeHttps))
        {
            return null;
        }

        var credentials = given.UserInfo.Length == 0 ? null : Convert.ToBase64String(Encoding.UTF8.GetBytes(Uri.UnescapeDataString(given.UserInfo)));
        return new(new UriBuilder(given) { UserName = "", Password = "", Fragment = "" }.Uri, credentials);
    }
}
