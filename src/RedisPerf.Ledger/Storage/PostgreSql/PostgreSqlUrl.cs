using System.Globalization;
using Npgsql;

namespace RedisPerf.Ledger.Storage.PostgreSql;

/// <summary>Reads an address such as <c>postgresql://user:password@host:5432/database?sslmode=require</c>, the form of libpq that hosting
/// services give. User, password, database and values can have percent-escapes.</summary>
internal static class PostgreSqlUrl
{
    private static readonly string[] Schemes = ["postgres://", "postgresql://"];

    // The parameters of libpq: https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS
    private static readonly Dictionary<string, Action<NpgsqlConnectionStringBuilder, string>> Parameters = new(StringComparer.OrdinalIgnoreCase)
    {
        ["sslmode"] = (settings, value) => settings.SslMode = Enum.Parse<SslMode>(value.Replace("-", "", StringComparison.Ordinal), ignoreCase: true),
        ["sslrootcert"] = (settings, value) => settings.RootCertificate = value,
        ["sslcert"] = (settings, value) => settings.SslCertificate = value,
        ["sslkey"] = (settings, value) => settings.SslKey = value,
        ["sslpassword"] = (settings, value) => settings.SslPassword = value,
        ["channel_binding"] = (settings, value) => settings.ChannelBinding = Enum.Parse<ChannelBinding>(value, ignoreCase: true),
        ["connect_timeout"] = (settings, value) => settings.Timeout = int.Parse(value, CultureInfo.InvariantCulture),
        ["application_name"] = (settings, value) => settings.ApplicationName = value,
        ["options"] = (settings, value) => settings.Options = value,
        ["user"] = (settings, value) => settings.Username = value,
        ["password"] = (settings, value) => settings.Password = value,
        ["host"] = (settings, value) => settings.Host = value,
        ["port"] = (settings, value) => settings.Port = int.Parse(value, CultureInfo.InvariantCulture),
        ["dbname"] = (settings, value) => settings.Database = value,
    };

    public static bool Is(string text) => Array.Exists(Schemes, scheme => text.StartsWith(scheme, StringComparison.OrdinalIgnoreCase));

    /// <summary>Sets what the address has.</summary>
    /// <exception cref="FormatException">It is invalid. The message contains nothing of it.</exception>
    public static void Apply(NpgsqlConnectionStringBuilder settings, string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var address))
        {
            throw new FormatException(
                "Write special characters of the user and the password as percent-escapes, for example %2F for /.");
        }

        var (user, password) = address.UserInfo.Split(':', 2) is [var first, var second] ? (first, second) : (address.UserInfo, "");
        (settings.Username, settings.Password) = (NullIfEmpty(user), NullIfEmpty(password));
        (settings.Host, settings.Port) = (NullIfEmpty(address.IdnHost), address.Port > 0 ? address.Port : settings.Port);
        settings.Database = NullIfEmpty(address.AbsolutePath.TrimStart('/'));
        foreach (var parameter in address.Query.TrimStart('?').Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            if (parameter.Split('=', 2) is not [var name, var value] || !Parameters.TryGetValue(name, out var set))
            {
                throw new FormatException($"A parameter after \"?\" is unknown. Valid: {string.Join(", ", Parameters.Keys)}.");
            }

            try
            {
                set(settings, Uri.UnescapeDataString(value));
            }
            catch (Exception exception) when (exception is ArgumentException or FormatException or OverflowException)
            {
                throw new FormatException($"The value of {name} is invalid.", exception);
            }
        }
    }

    private static string? NullIfEmpty(string escaped) => escaped.Length == 0 ? null : Uri.UnescapeDataString(escaped);
}
