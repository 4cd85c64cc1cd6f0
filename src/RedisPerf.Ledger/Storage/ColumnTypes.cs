using System.Data;
using System.Globalization;
using System.Text.Json;
using Dapper;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Storage;

/// <summary>How Dapper maps the columns: <c>job_id</c> to <c>JobId</c>, ids and times to text that sorts like them, and parts of a document
/// to JSON. Enums are not here, because Dapper writes them as numbers: see <see cref="Column"/>.</summary>
internal static class ColumnTypes
{
    // A damaged value fails when its row is read, where it is replaced, and not later.
    private static readonly JsonSerializerOptions Reading = new(ModelJson.Options) { RespectNullableAnnotations = true };

    public static void Register()
    {
        DefaultTypeMap.MatchNamesWithUnderscores = true;

        Add(new TextHandler<Guid>(Column.Of, Guid.Parse));

        // ISO 8601 in UTC with all digits, so that the text order is the order of time.
        Add(new TextHandler<DateTimeOffset>(
            time => time.UtcDateTime.ToString("O", CultureInfo.InvariantCulture),
            text => DateTimeOffset.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind)));

        Add(new TextHandler<Coordinates>(at => at.ToString(), Coordinates.Parse));

        AddJson<JobRequest>();
        AddJson<NodeDescription>();
        AddJson<JobEnvironment>();
        AddJson<Progress>();
        AddJson<Reason>();
        AddJson<IReadOnlyList<Reason>>();
        AddJson<ClientFigures>();
        AddJson<ServerFigures>();
        AddJson<SharedLoad>();
        AddJson<RunTimeline>();
        AddJson<IReadOnlyDictionary<string, double>>();
        AddJson<IReadOnlyList<double>>();
        AddJson<IReadOnlyList<int>>();
        AddJson<IReadOnlyList<CaseKey>>();
    }

    /// <summary>Maps a type to a JSON column.</summary>
    internal static void AddJson<T>()
        where T : class =>
        Add(new TextHandler<T>(value => JsonSerializer.Serialize(value, ModelJson.Options),
            text => JsonSerializer.Deserialize<T>(text, Reading) ?? throw new JsonException("The value is null.")));

    private static void Add<T>(TextHandler<T> handler)
    {
        // A type that Dapper maps by itself never gets to its handler.
        SqlMapper.RemoveTypeMap(typeof(T));
        SqlMapper.AddTypeHandler(typeof(T), handler);
    }

    // Dapper's own base class leaves a null without a type, and PostgreSQL rejects a parameter without one in "@Id IS NULL".
    private sealed class TextHandler<T>(Func<T, string> write, Func<string, T> read) : SqlMapper.ITypeHandler
    {
        public void SetValue(IDbDataParameter parameter, object? value)
        {
            parameter.DbType = DbType.String;
            parameter.Value = value is T given ? write(given) : DBNull.Value;
        }

        public object? Parse(Type destinationType, object value) => read((string)value);
    }
}
