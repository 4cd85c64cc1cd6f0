using System.Globalization;
using System.Text;
using RedisPerf.Abstractions;
using StackExchange.Redis;

namespace ClientReports;

/// <summary>The code of a report about the performance of StackExchange.Redis, with members that all its versions since 1.2 have.</summary>
public abstract class ReportedStrategy : CustomStrategy
{
    private readonly List<ConnectionMultiplexer> _connections = [];

    [Option("keys", Minimum = 1, Maximum = 1_000_000)]
    public int Keys { get; set; } = 5_000;

    /// <summary>Number of connections of the program in the report.</summary>
    protected virtual int ConnectionCount => 1;

    /// <summary>Operations in a run.</summary>
    protected abstract long Operations { get; }

    /// <summary>Number of keys that exist after a run.</summary>
    protected virtual int StoredKeys => Keys;

    public override IEnumerable<byte[]> KeysOf(CustomWork work) =>
        Enumerable.Range(0, Keys).Select(number => Encoding.UTF8.GetBytes(Key(work, number)));

    public override async Task SetupAsync(CustomWork work, RunContext context, CancellationToken ct)
    {
        while (_connections.Count < ConnectionCount)
        {
            _connections.Add(await ConnectionMultiplexer.ConnectAsync(OptionsOf(context.Server)));
        }
    }

    public override async Task TeardownAsync(CustomWork work, RunContext context, CancellationToken ct)
    {
        foreach (var connection in _connections)
        {
            await connection.CloseAsync();
        }

        _connections.Clear();
    }

    public override async Task<CustomResult> VerifyAsync(CustomWork work, RunContext context, CancellationToken ct)
    {
        // Dispose of 1.2.6 takes as long as the time-out.
        var connection = await ConnectionMultiplexer.ConnectAsync(OptionsOf(context.Server));
        try
        {
            return await VerifyAsync(work, connection.GetDatabase());
        }
        finally
        {
            await connection.CloseAsync();
        }
    }

    /// <summary>A connection of the program.</summary>
    /// <param name="number">0-based; the connections are used in rotation.</param>
    protected ConnectionMultiplexer Connection(int number = 0) => _connections[number % _connections.Count];

    /// <summary>The key with this 0-based number.</summary>
    protected static string Key(CustomWork work, int number) => string.Create(CultureInfo.InvariantCulture, $"{work.KeyPrefix}{number}");

    /// <summary>The value of a key.</summary>
    protected static string Value(int number) => string.Create(CultureInfo.InvariantCulture, $"value {number}");

    /// <summary>Runs synchronous code on separate threads, as the threads of a program do.</summary>
    /// <param name="count">Number of threads.</param>
    /// <param name="run">The code, with the 0-based number of its thread.</param>
    protected static async Task OnThreadsAsync(int count, Action<int> run) => await Task.WhenAll(Enumerable.Range(0, count)
        .Select(number => Task.Factory.StartNew(() => run(number), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)));

    private async Task<CustomResult> VerifyAsync(CustomWork work, IDatabase database)
    {
        var (stored, bytes) = (0, 0L);
        foreach (var numbers in Enumerable.Range(0, Keys).Chunk(1_000))
        {
            foreach (var (number, value) in numbers.Zip(await database.StringGetAsync([.. numbers.Select(number => (RedisKey)Key(work, number))])))
            {
                stored += value.IsNull ? 0 : 1;
                bytes += value.IsNull ? 0 : ((string)value!).Length;
                if (!value.IsNull && value != Value(number))
                {
                    throw new InvalidDataException($"The value of key {number} is wrong.");
                }
            }
        }

        return stored == StoredKeys ? new(Operations, bytes) : throw new InvalidDataException($"{stored} keys exist, not {StoredKeys}.");
    }

    private static ConfigurationOptions OptionsOf(ServerConnection server)
    {
        if (server.Tls is not null || server.User is not null)
        {
            throw new NotSupportedException("These strategies connect without TLS and without a user, because not all versions have both.");
        }

        // As in the reports, with a time-out above the duration of a run.
        return new()
        {
            EndPoints = { server.EndPoint },
            Password = server.Password,
            DefaultDatabase = server.Database,
            SyncTimeout = 30_000,
        };
    }
}
