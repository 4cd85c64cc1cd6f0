using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text.Json;
using Microsoft.AspNetCore.Connections;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Hosting;

/// <summary>Describes why RedisPerf did not start: one line, without a stack trace and without a secret.</summary>
internal static class StartFailure
{
    // A shorter value would also be a part of other words.
    private const int MinSecretLength = 4;

    private static readonly string[] Sections = [RedisPerfOptions.Section, "Kestrel"];
    private static readonly string[] SecretNames = ["Password", "Token", "Connection", "Ledger", "Webhook"];

    /// <param name="exception">Any exception of the start.</param>
    /// <param name="configuration">Null when it could not be read.</param>
    public static string Describe(Exception exception, IConfiguration? configuration)
    {
        var chain = Chain(exception).ToArray();
        var text = chain.Select(each => TextOf(each, configuration)).FirstOrDefault(known => known is not null)
            ?? $"RedisPerf cannot start: {WithoutSecrets(chain[^1].Message, configuration)} ({chain[^1].GetType().Name}).";
        return string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }

    // From the outermost to the innermost exception.
    private static IEnumerable<Exception> Chain(Exception exception) => exception switch
    {
        AggregateException { InnerExceptions: [var first, ..] } => [exception, .. Chain(first)],
        { InnerException: { } inner } => [exception, .. Chain(inner)],
        _ => [exception],
    };

    private static string? TextOf(Exception exception, IConfiguration? configuration) => exception switch
    {
        TargetException target => target.Reason.ToText(),
        LedgerException or StartupException => exception.Message,
        OperationCanceledException => "RedisPerf was stopped while it started.",
        InvalidDataException when exception.InnerException is not null => $"{exception.Message} {DetailOf(exception)}",
        IOException { InnerException: AddressInUseException } =>
            $"{exception.Message} Another program uses this address. Choose another one, for example --urls http://localhost:5081.",
        SocketException socket => $"RedisPerf cannot listen on {AddressesIn(configuration)}: {socket.Message}. {AdviceFor(socket.SocketErrorCode)} "
            + "Choose another address with --urls.",
        CryptographicException => $"A certificate cannot be used: {WithoutSecrets(exception.Message, configuration)} "
            + $"Check {CertificateSettingsIn(configuration)}.",
        InvalidOperationException when configuration is not null && MissesCertificate(configuration) =>
            $"{AddressesIn(configuration)} needs a certificate: set Kestrel__Certificates__Default__Path, with …__Password for a file of PKCS #12 or "
            + "…__KeyPath for a PEM file. Without one, use http:// and a reverse proxy that ends TLS.",
        _ => null,
    };

    // Not the message of the parser, which may repeat a part of the file.
    private static string DetailOf(Exception exception) => Chain(exception).OfType<JsonException>().FirstOrDefault() is { } json
        ? $"It is not valid JSON: line {json.LineNumber + 1}, byte {json.BytePositionInLine + 1}."
        : Chain(exception).Last().Message;

    private static string AdviceFor(SocketError error) => error switch
    {
        SocketError.AccessDenied => "Ports below 1024 need a right of the operating system.",
        SocketError.AddressNotAvailable => "This machine does not have the address.",
        _ => "",
    };

    private static string AddressesIn(IConfiguration? configuration) =>
        configuration is null ? "the address" : string.Join(" and ", ListenAddresses.Read(configuration));

    private static bool MissesCertificate(IConfiguration configuration) => !ListenAddresses.HasCertificate(configuration)
        && ListenAddresses.Read(configuration).Any(address => address.StartsWith("https:", StringComparison.OrdinalIgnoreCase));

    private static string CertificateSettingsIn(IConfiguration? configuration) =>
        configuration is null || ListenAddresses.CertificateFiles(configuration) is not { Count: > 0 } files
            ? "the settings Kestrel__Certificates"
            : string.Join(" and ", files.Select(file => $"{ListenAddresses.SettingName(file.Key)} ({file.File})")) + " and the password";

    // The message of another library may repeat a value that it could not read.
    private static string WithoutSecrets(string text, IConfiguration? configuration)
    {
        var secrets =
            from section in configuration is null ? [] : Sections
            from setting in configuration!.GetSection(section).AsEnumerable()
            where setting.Value is { Length: >= MinSecretLength }
                && SecretNames.Any(name => setting.Key.Contains(name, StringComparison.OrdinalIgnoreCase))
            select setting.Value;
        return secrets.Aggregate(text, (safe, secret) => safe.Replace(secret, "…", StringComparison.Ordinal));
    }
}
