using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.SetWithExpiry;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Benchmarks.SetWithExpiry;

/// <summary>Runs on a redis-server.</summary>
public sealed class SetWithExpiryRunTests
{
    private readonly SetWithExpiryWorkload _workload = new(new() { Items = 50, ExpirySeconds = 700 }, "redisperf:expiry:");

    [Fact]
    public async Task A_key_without_an_expiry_is_found() =>
        (await FailAsync((database, key) => database.KeyPersistAsync(key)))
            .ShouldBe("The expiry of 0000017 is unlimited instead of at most 700 seconds.");

    [Fact]
    public async Task A_key_with_a_longer_expiry_is_found() =>
        (await FailAsync((database, key) => database.KeyExpireAsync(key, TimeSpan.FromSeconds(9_000))))
            .ShouldBe("The expiry of 0000017 is 9,000 seconds instead of at most 700 seconds.");

    [Fact]
    public async Task A_changed_value_with_the_expiry_is_found() =>
        (await FailAsync((database, key) => database.StringSetAsync(key, "another", _workload.Expiry))).ShouldStartWith("The value of 0000017");

    private async Task<string> FailAsync(Func<IDatabase, RedisKey, Task> changeAsync)
    {
        var failure = await Should.ThrowAsync<VerificationException>(() => RedisRun.OfAsync(
            new Batch(_workload, 7), afterExecute: context => changeAsync(context.Database, _workload.Values.Keys[17])));
        failure.Reason.Code.ShouldBe(ReasonCode.ValueDiffers);
        return failure.Reason.ToText();
    }
}
