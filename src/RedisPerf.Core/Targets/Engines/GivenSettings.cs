using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets.Engines;

/// <summary>The settings of a server that RedisPerf starts, checked, with the settings that they imply.</summary>
/// <param name="target">The target's name, for reasons.</param>
internal sealed class GivenSettings(string target, IReadOnlyList<(ServerSetting Setting, string Value)> values)
{
    public static GivenSettings None { get; } = new("", []);

    /// <summary>Whether the server writes to its folder.</summary>
    public bool WritesToDisk => values.Any(given => given.Setting.WritesToDisk(given.Value));

    /// <summary>The words on the command line, which follow those of the target: the last one applies.</summary>
    public IEnumerable<string> Words => values.SelectMany(given => given.Setting.Words(given.Value));

    /// <summary>Checks the settings of a job.</summary>
    /// <exception cref="TargetException">A setting is unknown, or its value is invalid.</exception>
    public static GivenSettings Read(ITarget target, IReadOnlyDictionary<string, string> settings) => Read(target.Name, target.Settings, settings);

    /// <inheritdoc cref="Read(ITarget, IReadOnlyDictionary{string, string})"/>
    /// <param name="known">The settings of the engine.</param>
    public static GivenSettings Read(string target, IReadOnlyList<ServerSetting> known, IReadOnlyDictionary<string, string> settings)
    {
        if (settings.Count > 0 && known.Count == 0)
        {
            throw new TargetException(Reason.Of(
                ReasonCode.ServerSettingsNotStarted, (Reason.Target, target), ("settings", string.Join(", ", settings.Keys))));
        }

        var values = settings.Select(each => ReadOne(target, known, each.Key, each.Value)).ToList();
        foreach (var (name, value) in values.Select(given => given.Setting.Implies).OfType<(string, string)>().Distinct().ToList())
        {
            if (!values.Any(given => given.Setting.Name == name))
            {
                values.Add((ServerSettings.Find(known, name)!, value));
            }
        }

        return new(target, values);
    }

    /// <summary>The setting that the output of a server that ended at its start complains about; null when it names none.</summary>
    /// <param name="version">The server's version; null when it is not known.</param>
    /// <param name="output">Its last lines.</param>
    public Reason? FindRefusal(string? version, string? output)
    {
        // Redis quotes the line of the setting, Garnet and Dragonfly the option.
        foreach (var (setting, value) in values)
        {
            if (output is not null && Quotes.Any(quote => output.Contains($"{quote}{setting.Name}", StringComparison.OrdinalIgnoreCase)
                && IsEnd(output, output.IndexOf($"{quote}{setting.Name}", StringComparison.OrdinalIgnoreCase) + quote.Length + setting.Name.Length)))
            {
                return Reason.Of(
                    ReasonCode.ServerSettingRefused, (Reason.Target, target), ("setting", setting.Name), ("value", value), ("version", version),
                    ("lines", output));
            }
        }

        return null;
    }

    /// <summary>Compares the settings with the report of the server, and records them.</summary>
    /// <param name="recorded">The settings of the environment, by name.</param>
    /// <param name="version">The engine and its version.</param>
    /// <exception cref="TargetException">The server does not report a setting, or reports another value.</exception>
    public async Task VerifyAsync(RespConnection control, Dictionary<string, string> recorded, string version, CancellationToken ct)
    {
        foreach (var (setting, value) in values)
        {
            recorded[setting.Name] = value;
            if (setting.ReportedAs is not { } name)
            {
                continue;
            }

            var reply = await control.QueryAsync(ct, "CONFIG", "GET", name).ConfigureAwait(false);
            if (reply.IsError || reply.Items is not [_, { Text: { } actual }, ..])
            {
                throw new TargetException(Reason.Of(
                    ReasonCode.ServerSettingUnsupported, (Reason.Target, target), ("setting", setting.Name), ("version", version)));
            }

            if (!setting.IsSame(value, actual))
            {
                throw new TargetException(Reason.Of(
                    ReasonCode.ServerSettingDiffers, (Reason.Target, target), ("setting", setting.Name), ("expected", value), ("actual", actual)));
            }
        }
    }

    private static readonly string[] Quotes = ["'", "\"", "--"];

    private static bool IsEnd(string text, int index) =>
        index == text.Length || !(char.IsAsciiLetterOrDigit(text[index]) || text[index] is '-' or '_');

    private static (ServerSetting Setting, string Value) ReadOne(string target, IReadOnlyList<ServerSetting> known, string name, string text)
    {
        var setting = ServerSettings.Find(known, name) ?? throw new TargetException(Reason.Of(
            ReasonCode.ServerSettingUnknown, (Reason.Target, target), ("setting", name),
            ("valid", string.Join(", ", known.Select(each => each.Name)))));
        return setting.Read(text, out _) is { } value
            ? (setting, value)
            : throw new TargetException(Reason.Of(
                ReasonCode.ServerSettingInvalid, (Reason.Target, target), ("setting", setting.Name), ("value", text),
                ("valid", setting.ValidValues)));
    }
}
