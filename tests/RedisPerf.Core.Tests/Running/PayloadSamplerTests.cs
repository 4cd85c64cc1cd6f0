using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets;
using RedisPerf.Core.Tests.Targets.Started;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Running;

public sealed class PayloadSamplerTests : IAsyncLifetime
{
    private readonly DataFolder _data = new();
    private RedisServer _redis = null!;
    private ConnectionMultiplexer _client = null!;

    private PayloadStore Store => new(_data.Path);

    public async ValueTask InitializeAsync()
    {
        _redis = await RedisServer.StartAsync();
        _client = await ConnectionMultiplexer.ConnectAsync($"{_redis.Connection},allowAdmin=true");
    }

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _redis.DisposeAsync();
        _data.Dispose();
    }

    [Fact]
    public async Task Values_of_matching_string_keys_are_stored_and_nothing_is_written()
    {
        var database = _client.GetDatabase();
        for (var number = 1; number <= 700; number++)
        {
            await database.StringSetAsync($"user:{number}", new byte[number]);
            await database.StringSetAsync($"other:{number}", "x");
        }

        await database.HashSetAsync("user:hash", "field", "value");
        await database.StringSetAsync("user:empty", "");
        // The server refuses any command that writes, and KEYS.
        await database.ExecuteAsync("ACL", "SETUSER", "reader", "on", ">secret", "~*", "+@all", "-@write", "-keys");
        var before = await ChangesAsync();

        var target = new ConfiguredTarget("production", $"{_redis.Connection},user=reader,password=secret");
        var all = await PayloadSampler.StoreAsync(target, "user:*", 10_000, SampleType.Strings, Store, Ct);
        var some = await PayloadSampler.StoreAsync(target, "user:*", 100, SampleType.Strings, Store, Ct);

        all.Source.ShouldBe(PayloadSource.Sample);
        all.Name.ShouldBe("user:*");
        (all.Values, all.MinimumBytes, all.MaximumBytes, all.TotalBytes).ShouldBe((700, 1, 700, 700 * 701 / 2));
        some.Values.ShouldBe(100);
        (await ChangesAsync()).ShouldBe(before);
    }

    [Fact]
    public async Task Values_of_fields_of_matching_hashes_are_stored_and_nothing_is_written()
    {
        var database = _client.GetDatabase();
        for (var hash = 0; hash < 3; hash++)
        {
            await database.HashSetAsync(
                $"user:{hash}", [.. Enumerable.Range(1, 400).Select(number => new HashEntry(number, new byte[(hash * 400) + number]))]);
        }

        await database.HashSetAsync("other:1", "field", "value");
        await database.HashSetAsync("user:empty", "field", "");
        await database.StringSetAsync("user:string", "value");
        await database.ExecuteAsync("ACL", "SETUSER", "reader", "on", ">secret", "~*", "+@all", "-@write", "-keys");
        var before = await ChangesAsync();

        var target = new ConfiguredTarget("production", $"{_redis.Connection},user=reader,password=secret");
        var all = await PayloadSampler.StoreAsync(target, "user:*", 10_000, SampleType.Hashes, Store, Ct);
        var some = await PayloadSampler.StoreAsync(target, "user:*", 450, SampleType.Hashes, Store, Ct);

        all.Name.ShouldBe("user:*");
        (all.Values, all.MinimumBytes, all.MaximumBytes, all.TotalBytes).ShouldBe((1_200, 1, 1_200, 1_200 * 1_201 / 2));
        some.Values.ShouldBe(450);
        (await Should.ThrowAsync<PayloadException>(
            () => PayloadSampler.StoreAsync(target, "user:string", 10, SampleType.Hashes, Store, Ct))).Reason.ToText()
            .ShouldBe("There are no values in hashes whose keys match user:string on production.");
        (await ChangesAsync()).ShouldBe(before);
    }

    [Fact]
    public async Task A_sample_has_bounds()
    {
        var database = _client.GetDatabase();
        for (var number = 0; number < 6; number++)
        {
            await database.StringSetAsync($"large:{number}", new byte[12 << 20]);
        }

        await database.StringSetAsync("large:more", new byte[(16 << 20) + 1]);

        await database.HashSetAsync(
            "fields", [.. Enumerable.Range(0, 6).Select(number => new HashEntry(number, new byte[12 << 20])), new("more", new byte[(16 << 20) + 1])]);

        (await PayloadSampler.StoreAsync(_redis.Target, "fields", 100, SampleType.Hashes, Store, Ct)).TotalBytes.ShouldBe(5L * 12 << 20);
        (await PayloadSampler.StoreAsync(_redis.Target, "large:*", 100, SampleType.Strings, Store, Ct)).TotalBytes.ShouldBe(5L * 12 << 20);
        await RefusedAsync(_redis.Target, "nothing:*", 10, "There are no values in strings whose keys match nothing:* on mine.");
        await RefusedAsync(_redis.Target, "", 10, "requires a pattern");
        await RefusedAsync(_redis.Target, "*", PayloadSampler.MaximumCount + 1, "a count from 1 to 10,000");
        await RefusedAsync(new EmbeddedTarget(_data.Path), "*", 10, "requires an existing server");
        Store.List().ShouldHaveSingleItem();

        async Task RefusedAsync(ITarget target, string pattern, int count, string message) =>
            (await Should.ThrowAsync<PayloadException>(
                () => PayloadSampler.StoreAsync(target, pattern, count, SampleType.Strings, Store, Ct))).Reason.ToText().ShouldContain(message);
    }

    /// <summary>The number of changes that the server counted.</summary>
    private async Task<string> ChangesAsync() =>
        (await _client.GetServers()[0].InfoAsync("persistence"))[0].Single(line => line.Key == "rdb_changes_since_last_save").Value;
}
