using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets.Engines;

/// <summary>What a server is asked when a job opens it: how far away it is, how it is set, and what it cannot do or tell.</summary>
/// <param name="name">The target's name.</param>
/// <param name="engine">What it runs.</param>
/// <param name="control">The connection to ask on.</param>
internal sealed class FirstLook(string name, Engine engine, RespConnection control)
{
    /// <param name="version">The engine's own.</param>
    /// <param name="known">What is known of the server beside what it tells.</param>
    /// <param name="sample">What it tells of itself, the figures of a process that we started included.</param>
    /// <param name="tellsUsedMemory">False where the sample's memory is that of the whole process.</param>
    /// <param name="isEncrypted">Its connections speak TLS.</param>
    /// <param name="ct">Gives up.</param>
    public async Task<TargetEnvironment> TakeAsync(string version, IReadOnlyDictionary<string, string> known, ServerSample sample, bool tellsUsedMemory, bool isEncrypted, CancellationToken ct)
    {
        var settings = new Dictionary<string, string>(known, StringComparer.Ordinal);
        foreach (var setting in (string[])["maxmemory", "maxmemory-policy", "save", "appendonly", "appendfsync", "io-threads"])
        {
            // Managed servers refuse CONFIG, and engines know different settings: what is not told is not listed.
            var reply = await control.AskAsync(ct, "CONFIG", "GET", setting).ConfigureAwait(false);
            if (!reply.IsError && reply.Items is [_, { Text: { } value }])
            {
                settings[setting] = value.Length == 0 ? "off" : value;
            }
        }

        if (engine.LongestCommand is { } longest)
        {
            settings["longest command"] = string.Create(CultureInfo.InvariantCulture, $"{longest} words");
        }

        var lacks = new Dictionary<string, string>(StringComparer.Ordinal);
        if (await LackOfAsync(Capability.Lua, ct).ConfigureAwait(false) is { } noLua)
        {
            lacks[Capability.Lua] = noLua;
        }

        foreach (var (capability, isTold, what) in (ReadOnlySpan<(string, bool, string)>)
        [
            (Capability.BareSocket, !isEncrypted, "wants TLS, which a bare socket does not speak."),
            (Capability.CpuTime, sample.CpuSeconds is not null, "does not tell its CPU time."),
            (Capability.UsedMemory, tellsUsedMemory, "does not tell how much memory its data takes: the memory of its whole process stands in its place."),
            (Capability.NetInput, sample.NetInputBytes is not null, "does not tell how many bytes it received."),
            (Capability.CommandCounts, sample.Calls is not null, "does not count its commands, so that work for others beside a run goes unnoticed."),
        ])
        {
            if (!isTold)
            {
                lacks[capability] = $"The server of target '{name}' {what}";
            }
        }

        return new TargetEnvironment(name, engine.Name, version, await RoundTripProbe.MedianAsync(control, RoundTripProbe.Usual, ct).ConfigureAwait(false), settings) { Lacks = lacks };
    }

    /// <summary>Tries what a strategy needs.</summary>
    /// <param name="need"><see cref="Capability.Lua"/> or a command's name in lower case.</param>
    /// <param name="ct">Gives up.</param>
    /// <returns>Null when it is there; else the sentence that says why not.</returns>
    public async Task<string?> LackOfAsync(string need, CancellationToken ct)
    {
        if (need == Capability.Lua)
        {
            var answer = await control.AskAsync(ct, "EVAL", "return 1", "0").ConfigureAwait(false);
            return answer.IsError ? $"The server of target '{name}' runs no Lua scripts ({answer.Text}){(engine.LuaIsOnWith is { } remedy ? $"; {remedy}" : "")}." : null;
        }

        // A command that is not known is nil in the list, or not in it. A server that does not let itself be asked may know
        // it all the same: then the run tells.
        var known = await control.AskAsync(ct, "COMMAND", "INFO", need).ConfigureAwait(false);
        return known.IsError || known.Items is [{ Items.Count: > 0 }, ..] ? null : $"The server of target '{name}' ({engine.Name}) does not know the command {need.ToUpperInvariant()}.";
    }
}
