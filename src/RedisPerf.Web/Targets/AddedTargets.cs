using System.Security.Cryptography;
using System.Text.Json;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Targets;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Targets;

/// <summary>The targets that users add, replace and delete while the program runs. A connection string may have a password: it is stored
/// encrypted and never shown.</summary>
public sealed class AddedTargets(TargetLedger ledger, TargetCatalogue catalogue, TargetBoard board, IDataProtectionProvider protection,
    IHostEnvironment environment, IOptions<RedisPerfOptions> options, TimeProvider time, ILogger<AddedTargets> logger)
    : IDisposable
{
    /// <summary>The answer while targets cannot be edited.</summary>
    public static Reason Disabled { get; } = Reason.Of(ReasonCode.TargetEditingOff);

    private readonly IDataProtector _protector = protection.CreateProtector("RedisPerf.Targets");

    // An earlier version bound the keys to the folder of the program.
    private readonly IDataProtector _earlierProtector = protection.CreateProtector(environment.ContentRootPath, "RedisPerf.Targets");
    private readonly SemaphoreSlim _order = new(1, 1);
    private IReadOnlyList<AddedTarget> _stored = [];
    private HashSet<string> _names = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether users may add, replace and delete targets.</summary>
    public bool AreAllowed => options.Value.AllowTargetEditing;

    /// <summary>The added targets that cannot be used, with the reason.</summary>
    public IReadOnlyDictionary<string, Reason> Unusable { get; private set; } = new Dictionary<string, Reason>();

    /// <summary>Whether a target was added by a user.</summary>
    public bool Contains(string name) => _names.Contains(name);

    /// <summary>The value of <c>--target</c> for a target on the command line, which does not have the added targets: host:port for an
    /// added target, the name for another one. Null for an added target with options in its connection string.</summary>
    public string? CommandLineNameOf(string name) => Contains(name) ? (catalogue.Find(name) as ConfiguredTarget)?.PlainAddress : name;

    /// <summary>Brings the catalogue up to date with the stored targets: at the start, and after changes on other nodes.</summary>
    public Task LoadAsync(CancellationToken ct) => InOrderAsync(() => ReadAsync(ct), ct);

    /// <returns>Whether they changed.</returns>
    private async Task<bool> ReadAsync(CancellationToken ct)
    {
        var stored = await ledger.ListAsync(ct);
        if (stored.SequenceEqual(_stored))
        {
            return false;
        }

        foreach (var changed in _stored.Except(stored).Select(target => target.Name))
        {
            if (stored.All(target => target.Name != changed))
            {
                catalogue.Remove(changed);
            }

            board.Discard(changed);
        }

        _stored = stored;
        var unusable = new Dictionary<string, Reason>();
        foreach (var target in stored)
        {
            try
            {
                catalogue.Add(Read(target.Name, Unprotect(target.Connection)));
            }
            catch (Exception exception) when (exception is CryptographicException or JsonException)
            {
                unusable[target.Name] = Reason.Of(ReasonCode.ConnectionStringUnreadable);
            }
            catch (TargetException exception)
            {
                unusable[target.Name] = exception.Reason;
            }
        }

        foreach (var (name, reason) in unusable)
        {
            logger.LogWarning("The added target {Target} cannot be used. {Reason}", name, reason.ToText());
        }

        (_names, Unusable) = (stored.Select(target => target.Name).ToHashSet(StringComparer.OrdinalIgnoreCase), unusable);
        return true;
    }

    /// <inheritdoc cref="SaveAsync(string, string, string, string, bool, CancellationToken)"/>
    public Task<IReadOnlyList<FieldError>> SaveAsync(string? name, string? connection, bool isNew, CancellationToken ct) =>
        SaveAsync(name, connection, null, null, isNew, ct);

    /// <summary>Adds a target, or replaces its connection string with the user and the password.</summary>
    /// <returns>The errors of the fields <c>name</c> and <c>connection</c>; empty when the target was saved.</returns>
    /// <param name="name">For a replacement, the name of an added target.</param>
    /// <param name="connection">A StackExchange.Redis connection string or a URL of one server.</param>
    /// <param name="user">Replaces the user of the connection string; null or empty to keep it.</param>
    /// <param name="password">Replaces the password of the connection string; null or empty to keep it.</param>
    /// <param name="isNew">Whether a target with this name must not exist.</param>
    public async Task<IReadOnlyList<FieldError>> SaveAsync(
        string? name, string? connection, string? user, string? password, bool isNew, CancellationToken ct)
    {
        var target = new ConfiguredTargetOptions
        {
            Name = Stored(name?.Trim() ?? ""),
            Connection = connection?.Trim() ?? "",
            User = string.IsNullOrWhiteSpace(user) ? null : user.Trim(),
            Password = string.IsNullOrEmpty(password) ? null : password,
        };
        if (target.Name.Length == 0)
        {
            return [new("name", "name is required.")];
        }

        if (isNew && Contains(target.Name))
        {
            return [new("name", SentenceOf(Reason.Of(ReasonCode.TargetNameDuplicate, ("name", target.Name))))];
        }

        try
        {
            catalogue.Check(target);
        }
        catch (TargetException exception)
        {
            var isName = exception.Reason.Code is ReasonCode.TargetNameInvalid or ReasonCode.TargetNameReserved or ReasonCode.TargetNameDuplicate;
            return [new(isName ? "name" : "connection", SentenceOf(exception.Reason))];
        }

        return await InOrderAsync<IReadOnlyList<FieldError>>(
            async () =>
            {
                if (await ledger.SaveAsync(new() { Name = target.Name, Connection = _protector.Protect(Write(target)) }, time.GetUtcNow(), ct)
                    == ChangeOutcome.Refused)
                {
                    return [new("name", SentenceOf(InUse(target.Name)))];
                }

                catalogue.Add(target);
                Changed([.. _names, target.Name], target.Name);
                return [];
            },
            ct);
    }

    /// <summary>Deletes an added target.</summary>
    /// <returns>Refused while a queued or running job uses it.</returns>
    public Task<ChangeOutcome> DeleteAsync(string name, CancellationToken ct) => InOrderAsync(
        async () =>
        {
            var stored = Stored(name);
            var outcome = await ledger.DeleteAsync(stored, ct);
            if (outcome == ChangeOutcome.Changed)
            {
                catalogue.Remove(stored);
                Changed(_names.Where(known => known != stored), stored);
            }

            return outcome;
        },
        ct);

    public void Dispose() => _order.Dispose();

    /// <summary>The reason of a refused change.</summary>
    public static Reason InUse(string name) => Reason.Of(ReasonCode.TargetUsedByJob, ("name", name));

    // The ledger, the catalogue and the names change together.
    private async Task<T> InOrderAsync<T>(Func<Task<T>> change, CancellationToken ct)
    {
        await _order.WaitAsync(ct);
        try
        {
            return await change();
        }
        finally
        {
            _order.Release();
        }
    }

    private string Unprotect(string connection)
    {
        try
        {
            return _protector.Unprotect(connection);
        }
        catch (CryptographicException)
        {
            return _earlierProtector.Unprotect(connection);
        }
    }

    // Without separate credentials, an earlier version reads it too. No connection string begins with a brace.
    private static string Write(ConfiguredTargetOptions target) => (target.User, target.Password) is (null, null)
        ? target.Connection
        : JsonSerializer.Serialize(new StoredTarget(target.Connection, target.User, target.Password));

    private static ConfiguredTargetOptions Read(string name, string text)
    {
        var stored = text.StartsWith('{') ? JsonSerializer.Deserialize<StoredTarget>(text)! : new(text, null, null);
        return new() { Name = name, Connection = stored.Connection, User = stored.User, Password = stored.Password };
    }

    private static string SentenceOf(Reason reason) => $"{reason.ToText()?.TrimEnd('.')}.";

    // Names are equal in any case, and stored as they were added.
    private string Stored(string name) => _names.FirstOrDefault(known => known.Equals(name, StringComparison.OrdinalIgnoreCase)) ?? name;

    private void Changed(IEnumerable<string> names, string changed)
    {
        _names = names.ToHashSet(StringComparer.OrdinalIgnoreCase);
        Unusable = Unusable.Where(target => target.Key != changed).ToDictionary();
        board.Discard(changed);
    }

    private sealed record StoredTarget(string Connection, string? User, string? Password);
}
