using System.Net.Sockets;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>Connection strings and URLs: what they mean, and that a reason has nothing of one that cannot be used.</summary>
public sealed class ServerAddressTests
{
    // Words of the addresses below that can belong to a password.
    private static readonly string[] Secrets = ["hunter", "w0rd", "s3cret", "12345", "pa/ss"];

    [Theory]
    [InlineData("127.0.0.1:7601,password=ab,hunter=2", "has an option that cannot be used, in part 3")]
    [InlineData("127.0.0.1:7601,password=ab,hunter2", "names 2 servers")]
    [InlineData("127.0.0.1:7601,password=p@ss,w0rd", "names 2 servers")]
    [InlineData("127.0.0.1:7601,password=p@ss,w0rd!", "names 2 servers")]
    [InlineData("127.0.0.1:7601,password=ab,12345", "names 2 servers")]
    [InlineData("127.0.0.1:7601,password=ab,w0rd:6379", "names 2 servers")]
    [InlineData("127.0.0.1:7601,password=ab,w0rd:x", "names 2 servers")]
    [InlineData("127.0.0.1:7601,password=ab,w0rd:", "names 2 servers")]
    [InlineData("127.0.0.1:7601,password=ab,=w0rd", "has an option that cannot be used, in part 3")]
    [InlineData("127.0.0.1:7601,password=ab,$w0rd=1", "has an option that cannot be used, in part 3")]
    [InlineData("127.0.0.1:7601,password=ab, ,hunter =2", "has an option that cannot be used, in part 4")]
    [InlineData("127.0.0.1:7601,password=ab,ssl=w0rd", "has an option that cannot be used: ssl;")]
    [InlineData("127.0.0.1:7601,password=ab,VERSION=w0rd", "has an option that cannot be used: version;")]
    [InlineData("127.0.0.1:7601,serviceName=mymaster,password=ab,w0rd", "names 2 servers")]
    [InlineData("127.0.0.1:7601,serviceName=w0rd s3cret", "has an option that cannot be used: serviceName;")]
    [InlineData("password=ab,hunter2", "names no server before its options")]
    [InlineData("password=ab,w0rd!", "has no valid host and port")]
    [InlineData("hunter2:s3cret", "has no valid host and port")]
    [InlineData("hunter2:s3cret@127.0.0.1", "has no valid host and port")]
    [InlineData("hunter2@127.0.0.1:6379", "has no valid host and port")]
    [InlineData("127.0.0.1:6379:s3cret", "has no valid host and port")]
    [InlineData("127.0.0.1:65536", "has no valid host and port")]
    [InlineData("12345", "has no valid host and port")]
    [InlineData("10.12345", "has no valid host and port")]
    [InlineData("300.1.1.12345", "has no valid host and port")]
    [InlineData("[::1]w0rd", "has no valid host and port")]
    [InlineData("[w0rd]:6379", "has no valid host and port")]
    [InlineData("::w0rd", "has no valid host and port")]
    [InlineData("w0rd s3cret:6379", "has no valid host and port")]
    [InlineData("s3cret%20.example", "has no valid host and port")]
    [InlineData("-s3cret.example", "has no valid host and port")]
    [InlineData("s3cret..example", "has no valid host and port")]
    [InlineData("s3cret.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example", "has no valid host and port")]
    [InlineData("redis://hunter2@127.0.0.1", "has one word before @")]
    [InlineData("redis://u:hunter#2@127.0.0.1", "is a URL that cannot be read")]
    [InlineData("redis://u:pa/ss@127.0.0.1", "is a URL that cannot be read")]
    [InlineData("redis://u:12345/0?hunter=2@127.0.0.1", "has an option that cannot be used;")]
    [InlineData("redis://u:hunter%2@127.0.0.1", "is a URL that cannot be read")]
    [InlineData("redis://u:hunter%ff@127.0.0.1", "is a URL that cannot be read")]
    [InlineData("redis://u:s3cret@127.0.0.1:w0rd", "has no valid host and port")]
    [InlineData("redis://u:s3cret@w0rd!/0", "has no valid host and port")]
    [InlineData("redis://u:s3cret@127.0.0.1/w0rd", "is a URL that cannot be read")]
    [InlineData("redis://u:s3cret@127.0.0.1?w0rd=1", "has an option that cannot be used;")]
    [InlineData("redis://u:s3cret@127.0.0.1?ssl_cert_reqs=none", "has an option that cannot be used: ssl_cert_reqs;")]
    [InlineData("rediss://u:s3cret@127.0.0.1?ssl=false", "has an option that cannot be used: ssl;")]
    [InlineData("redis://u:s3cret@127.0.0.1,w0rd:6379", "has no valid host and port")]
    [InlineData("http://hunter2.example:6379", "is a URL that cannot be read")]
    [InlineData("hunter2://s3cret", "is a URL that cannot be read")]
    [InlineData("unix://s3cret/redis.sock", "is a URL that cannot be read")]
    [InlineData("/run/s3cret.sock,ssl=true", "has an option that cannot be used: ssl;")]
    [InlineData("127.0.0.1,proxy=Twemproxy,password=s3cret", "names a proxy (proxy=…)")]
    public void Nothing_of_an_address_that_is_not_understood_is_repeated(string connection, string part)
    {
        var exception = Should.Throw<TargetException>(() => ServerAddress.Parse(connection));

        exception.Reason.ToText().ShouldContain(part);
        var json = JsonSerializer.Serialize(exception.Reason, ModelJson.Options);
        foreach (var text in (string[])[exception.ToString(), exception.Reason.ToText(), json])
        {
            Secrets.ShouldAllBe(secret => !text.Contains(secret, StringComparison.OrdinalIgnoreCase));
        }
    }

    [Fact]
    public void Any_text_is_an_address_or_a_reason_without_it()
    {
        string[] words =
        [
            "hush", "hush2", "127.0.0.1", "host", ":6379", ":", ",", "=", "password=", "user=", "ssl=", "tunnel=", "defaults=",
            "sslProtocols=", "protocol=", "version=", "$GET=", "/", "//", "redis://", "rediss://", "unix:", "?", "&", "#", "@", "%2C", "%",
            "[::1]", "[", "]", "!", " ", "\n", "é", "\0", "serviceName=", "proxy=", "true", "http://", "db=", "0",
        ];
        var random = new Random(39);
        for (var count = 0; count < 20_000; count++)
        {
            var text = string.Concat(Enumerable.Range(0, random.Next(1, 8)).Select(_ => words[random.Next(words.Length)]));
            try
            {
                ServerAddress.Parse(text);
            }
            catch (TargetException exception)
            {
                exception.ToString().ShouldNotContain("hush", Case.Insensitive, text);
            }
        }
    }

    [Theory]
    [InlineData("redis.example", "redis.example:6379")]
    [InlineData("my_redis-1:7000", "my_redis-1:7000")]
    [InlineData("redis.example.:7000", "redis.example.:7000")]
    [InlineData("bücher.example", "xn--bcher-kva.example:6379")]
    [InlineData("fe80::1", "[fe80::1]:6379")]
    [InlineData("[fe80::1]", "[fe80::1]:6379")]
    [InlineData("ssl=true,redis.example", "redis.example:6380")]
    [InlineData("redis.example,password=x://y", "redis.example:6379")]
    [InlineData("redis.example,serviceName=mymaster", "redis.example:26379")]
    [InlineData("/run/redis/redis.sock", "/run/redis/redis.sock")]
    [InlineData("!/run/redis.sock,password=x", "/run/redis.sock")]
    [InlineData("unix:///run/redis.sock", "/run/redis.sock")]
    [InlineData("unix:/run/redis.sock?db=2", "/run/redis.sock")]
    [InlineData("redis+unix://u:p@/run/redis%20two.sock", "/run/redis two.sock")]
    [InlineData("redis+socket:///run/redis.sock", "/run/redis.sock")]
    [InlineData("redis://redis.example", "redis.example:6379")]
    [InlineData("REDIS://redis.example:7000/", "redis.example:7000")]
    [InlineData("rediss://redis.example", "redis.example:6379")]
    [InlineData("valkey://[::1]:7000/3", "[::1]:7000")]
    [InlineData(" redis://redis.example ", "redis.example:6379")]
    public void Its_text_is_the_host_and_the_port_or_the_path(string connection, string text) => ServerAddress.Parse(connection).Text.ShouldBe(text);

    [Fact]
    public void A_URL_gives_credentials_a_database_TLS_and_options()
    {
        var address = ServerAddress.Parse("rediss://writer%40home:pass%2Cword%3D1%25@redis.example:7000/3?connectTimeout=1200&client_name=a");

        address.Credentials.ShouldBe(new Credentials("writer@home", "pass,word=1%"));
        address.Database.ShouldBe(3);
        address.Tls.ShouldNotBeNull().Host.ShouldBe("redis.example");
        address.ConnectLimit.ShouldBe(TimeSpan.FromMilliseconds(1200));
        address.HasOptions.ShouldBeTrue();
        address.ForClient(TimeSpan.FromSeconds(1), false, [(address.EndPoint, address.EndPoint)]).Password.ShouldBe("pass,word=1%");
    }

    [Theory]
    [InlineData("redis://:hush@redis.example", "", "hush")]
    [InlineData("redis://user:@redis.example", "user", "")]
    [InlineData("redis://u:a@b:c@redis.example", "u", "a@b:c")]
    [InlineData("redis://redis.example?username=u&password=a%26b&db=4", "u", "a&b")]
    [InlineData("redis.example,user=u,password=a=b", "u", "a=b")]
    public void Credentials_are_read(string connection, string user, string password) =>
        ServerAddress.Parse(connection).Credentials.ShouldBe(new Credentials(user, password));

    [Theory]
    [InlineData("redis://redis.example")]
    [InlineData("redis.example:6379")]
    public void An_address_without_options_and_credentials_is_complete_without_them(string connection) =>
        ServerAddress.Parse(connection).HasOptions.ShouldBeFalse();

    [Fact]
    public void Separate_credentials_replace_those_of_the_connection_string()
    {
        var address = ServerAddress.Parse("redis.example,user=u,password=p,ssl=true").With(null, "a,b=c");

        address.Credentials.ShouldBe(new Credentials("u", "a,b=c"));
        address.At(address.EndPoint).Credentials.ShouldBe(new Credentials("u", "a,b=c"));
        address.With("v", null).Credentials.ShouldBe(new Credentials("v", "a,b=c"));
        address.HasOptions.ShouldBeTrue();
    }

    [Fact]
    public void Several_Sentinels_of_one_service_are_one_address()
    {
        var address = ServerAddress.Parse("one.example,two.example:26380,serviceName=my-master,sentinelUser=s,sentinelPassword=t,password=u");

        address.Sentinel.ShouldNotBeNull().Name.ShouldBe("my-master");
        address.Text.ShouldBe("one.example:26379");
        address.At(new System.Net.IPEndPoint(System.Net.IPAddress.Loopback, 1)).Sentinel.ShouldBeNull("it is the address of the primary");
    }

    [Theory]
    [InlineData("ERR unknown command 'AUTH', with args beginning with: 'hush'", "ERR unknown command 'AUTH'")]
    [InlineData("ERR bad secret 'hush'", "ERR bad secret")]
    [InlineData("ERR hush is wrong", "ERR")]
    [InlineData("hush", "ERR")]
    [InlineData("WRONGPASS invalid username-password pair or user is disabled.", "WRONGPASS invalid username-password pair or user is disabled.")]
    public void A_reply_to_AUTH_is_shown_without_the_password(string reply, string shown) =>
        new Credentials("", "hush").Redact(reply).ShouldBe(shown);

    [Fact]
    public async Task A_Unix_socket_is_always_on_this_machine()
    {
        var address = ServerAddress.Parse("/run/redis.sock");

        address.IsLoopback.ShouldBeTrue();
        address.EndPoint.ShouldBeOfType<UnixDomainSocketEndPoint>();
        (await new ConfiguredTarget("mine", "/run/no-such-file.sock").DescribeAsync(Ct)).Reason.ToText()
            .ShouldBe("The server of target 'mine' does not reply: there is no Unix socket at its path.");
    }
}
