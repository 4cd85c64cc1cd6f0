using System.ComponentModel.DataAnnotations;
using System.Text;

namespace RedisPerf.Web.Configuration;

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

/// <summary>Validates the webhook address. The message does not repeat the address, because it may contain a secret.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class WebhookAddressAttribute()
    : ValidationAttribute("RedisPerf__Webhook must be an absolute http or https address, such as https://alerts.example/redisperf.")
{
    public override bool IsValid(object? value) => string.IsNullOrEmpty(value as string) || WebhookAddress.Parse((string)value) is not null;
}
