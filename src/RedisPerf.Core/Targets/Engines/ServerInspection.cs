using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets.Engines;

/// <summary>Inspects a server when a job opens it: its round trip, its settings and its missing capabilities.</summary>
/// <param name="name">The target's name.</param>
/// <param name="control">An open connection.</param>
internal sealed class ServerInspection(string name, Engine engine, RespConnection control)
{
    /// <summary>The setting with the version of TLS and the cipher; absent without TLS.</summary>
    public const string Encryption = "encryption";

    /// <param name="version">The engine's own version.</param>
    /// <param name="known">Settings that the server does not report itself.</param>
    /// <param name="given">Settings with which it was started, which it must report.</param>
    /// <param name="sample">Its counters, including those of a process that RedisPerf started.</param>
    /// <param name="reportsUsedMemory">False when the sample's memory is that of the whole process.</param>
    public async Task<TargetEnvironment> TakeAsync(
        string version, IReadOnlyDictionary<string, string> known, GivenSettings given, ServerSample sample, bool reportsUsedMemory,
        CancellationToken ct)
    {
        var settings = new Dictionary<string, string>(known, StringComparer.Ordinal);
        if (control.Encryption is { } encryption)
        {
            settings[Encryption] = encryption;
        }

        foreach (var setting in (string[])["maxmemory", "maxmemory-policy", "save", "appendonly", "appendfsync", "io-threads"])
        {
            // Managed servers refuse CONFIG, and engines have different settings: only reported settings are listed.
            var reply = await control.QueryAsync(ct, "CONFIG", "GET", setting).ConfigureAwait(false);
            if (!reply.IsError && reply.Items is [_, { Text: { } value }])
            {
                settings[setting] = value.Length == 0 ? "off" : value;
            }
        }

        await given.VerifyAsync(control, settings, $"{engine.Name} {version}", ct).ConfigureAwait(false);
        if (engine.MaxCommandWords is { } max)
        {
            settings["longest command"] = string.Create(CultureInfo.InvariantCulture, $"{max} words");
        }

        var missing = new Dictionary<string, Reason>(StringComparer.Ordinal);
        if (await FindMissingAsync(Capability.Lua, ct).ConfigureAwait(false) is { } noLua)
        {
            missing[Capability.Lua] = noLua;
        }

        foreach (var (capability, isPresent, code) in (ReadOnlySpan<(string, bool, ReasonCode)>)
        [
            (Capability.CpuTime, sample.CpuSeconds is not null, ReasonCode.NoCpuTime),
            (Capability.UsedMemory, reportsUsedMemory, ReasonCode.NoUsedMemory),
            (Capability.NetInput, sample.NetInputBytes is not null, ReasonCode.NoNetInput),
            (Capability.CommandCounts, sample.Calls is not null, ReasonCode.NoCommandCounts),
        ])
        {
            if (!isPresent)
            {
                missing[capability] = Reason.Of(code, (Reason.Target, name));
            }
        }

        return new TargetEnvironment(
            name, engine.Name, version, await RoundTripProbe.MedianAsync(control, RoundTripProbe.DefaultCount, ct).ConfigureAwait(false), settings)
        { MissingCapabilities = missing };
    }

    /// <summary>Tests a capability or command that a strategy needs.</summary>
    /// <param name="need"><see cref="Capability.Lua"/>, or a command's name in lower case, with one of its options after a space.</param>
    /// <returns>Null when the server supports it.</returns>
    public async Task<Reason?> FindMissingAsync(string need, CancellationToken ct)
    {
        if (need == Capability.Lua)
        {
            var answer = await control.QueryAsync(ct, "EVAL", "return 1", "0").ConfigureAwait(false);
            return answer.IsError ? Reason.Of(ReasonCode.NoLua, (Reason.Target, name), ("reply", answer.Text), ("remedy", engine.LuaIsOnWith)) : null;
        }

        // An unknown command is nil in the list, or not in it. A server that refuses COMMAND may still support the command:
        // then the run decides.
        string[] words = need.Split(' ');
        var known = await control.QueryAsync(ct, "COMMAND", "INFO", words[0]).ConfigureAwait(false);
        var isKnown = known.IsError || (known.Items is [{ Items.Count: > 0 }, ..] && await HasOptionsAsync(words, ct).ConfigureAwait(false));
        return isKnown
            ? null
            : Reason.Of(ReasonCode.NoCommand, (Reason.Target, name), ("engine", engine.Name), ("command", need.ToUpperInvariant()));
    }

    // A server with the command and without COMMAND DOCS is older than the options. One that forbids it may support them.
    private async Task<bool> HasOptionsAsync(string[] words, CancellationToken ct)
    {
        if (words.Length == 1)
        {
            return true;
        }

        var docs = await control.QueryAsync(ct, "COMMAND", "DOCS", words[0]).ConfigureAwait(false);
        return docs.IsError
            ? docs.Text?.StartsWith("NOPERM", StringComparison.Ordinal) == true
            : words.Skip(1).All(option => HasToken(docs, option.ToUpperInvariant()));
    }

    // The arguments of a command are lists of names and values, in lists of arguments.
    private static bool HasToken(RespReply reply, string token) =>
        reply.Items.Zip(reply.Items.Skip(1)).Any(pair => pair.First.Text == "token" && pair.Second.Text == token)
        || reply.Items.Any(item => HasToken(item, token));
}
