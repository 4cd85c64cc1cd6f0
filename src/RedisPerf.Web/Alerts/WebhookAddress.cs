using System.Text;

namespace RedisPerf.Web.Alerts;

/// <summary>The address that alerts are sent to.</summary>
/// <param name="Address">Without user and password.</param>
/// <param name="Credentials">User and password for basic authentication; null without them.</param>
internal sealed record WebhookAddress(Uri Address, string? Credentials)
{
    /// <summary>For logs: scheme, host and port. Path and query may contain secrets.</summary>
    public string Shown => Address.GetLeftPart(UriPartial.Authority);

    /// <returns>Null when the text is not an absolute http or https address.</returns>
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
