using System.ComponentModel.DataAnnotations;

namespace RedisPerf.Web.Alerts;

/// <summary>Validates the webhook address. The message does not repeat the address, because it may contain a secret.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class WebhookAddressAttribute() : ValidationAttribute("RedisPerf__Webhook must be an absolute http or https address, such as https://alerts.example/redisperf.")
{
    public override bool IsValid(object? value) => string.IsNullOrEmpty(value as string) || WebhookAddress.Parse((string)value) is not null;
}
