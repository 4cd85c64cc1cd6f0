using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Docker;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>Passwords that a connection string cannot have, of separate settings and of files.</summary>
public sealed class PasswordTests : IDisposable
{
    private const string Password = "a,b=c %2C \"d'";

    private readonly DataFolder _folder = new();

    private string PasswordPath => Path.Combine(_folder.Path, "password");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Every_connection_uses_the_password_of_a_setting()
    {
        await using var redis = await RedisServer.StartAsync("--requirepass", Password);

        await ShouldWriteAsync(Target(redis.Connection, password: Password));
        await ShouldWriteAsync(Target($"{redis.Connection},password=wrong", user: "default", password: Password + "\n"));
        await ShouldWriteAsync(Target($"redis://:{Uri.EscapeDataString(Password)}@{redis.Connection}/2"));
    }

    [Fact]
    public async Task The_file_is_read_for_each_connection()
    {
        await using var redis = await RedisServer.StartAsync("--requirepass", Password);
        var target = Target(redis.Connection, passwordFile: PasswordPath);

        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).Reason.ToText()
            .ShouldBe("Target 'mine' cannot be used. The file of the setting …__PasswordFile does not exist.");
        await File.WriteAllTextAsync(PasswordPath, $"{Password}\r\n", Ct);
        await ShouldWriteAsync(target);
        await File.WriteAllTextAsync(PasswordPath, "another", Ct);
        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).Reason.ToText()
            .ShouldBe("The server of target 'mine' refused the user or the password.");
    }

    [Theory]
    [InlineData("")]
    [InlineData("\n")]
    [InlineData("hush\nhush\n")]
    [InlineData("hush\0hush")]
    public async Task A_file_without_a_password_is_a_reason_without_its_content(string content)
    {
        await File.WriteAllTextAsync(PasswordPath, content, Ct);

        var description = await Target("127.0.0.1:1", passwordFile: PasswordPath).DescribeAsync(Ct);

        description.Reason.ToText().ShouldBe(
            "Target 'mine' cannot be used. The file of the setting …__PasswordFile has no password: it must be one line of UTF-8.");
    }

    [Fact]
    public async Task A_file_that_cannot_be_read_is_a_reason_without_its_path()
    {
        (await Target("127.0.0.1:1", passwordFile: _folder.Path).DescribeAsync(Ct)).Reason.ToText()
            .ShouldBe("Target 'mine' cannot be used. The file of the setting …__PasswordFile cannot be read by this user, or is a folder.");
        (await Target("127.0.0.1:1", passwordFile: "hush\0").DescribeAsync(Ct)).Reason.ToText().ShouldNotBeNull().ShouldNotContain("hush");
        await File.WriteAllBytesAsync(PasswordPath, [0xFF, 0xFE, 0x41], Ct);
        (await Target("127.0.0.1:1", passwordFile: PasswordPath).DescribeAsync(Ct)).Reason.ToText().ShouldNotBeNull()
            .ShouldContain("one line of UTF-8");
    }

    [Fact]
    public async Task A_password_and_a_file_are_one_too_many() =>
        (await Target("127.0.0.1:1", password: "hush", passwordFile: PasswordPath).DescribeAsync(Ct)).Reason.ToText()
            .ShouldBe("Target 'mine' cannot be used. Its password is given as …__Password and as …__PasswordFile; set one of them.");

    [Fact]
    public async Task A_server_without_AUTH_does_not_repeat_the_password()
    {
        await using var redis = await RedisServer.StartAsync("--rename-command", "AUTH", "");

        var exception = await Should.ThrowAsync<TargetException>(() => Target(redis.Connection, password: "hush-hush").OpenAsync(new(0), Ct));

        exception.Reason.ToText().ShouldBe("The server of target 'mine' does not support a command: ERR unknown command 'AUTH'.");
        exception.ToString().ShouldNotContain("hush-hush");
    }

    private ITarget Target(string connection, string? user = null, string? password = null, string? passwordFile = null) => new TargetCatalogue(
        _folder.Path,
        [new() { Name = "mine", Connection = connection, User = user, Password = password, PasswordFile = passwordFile }],
        new DockerApi(new Uri($"unix://{_folder.Path}/docker.sock"))).Targets[0];

    private static async Task ShouldWriteAsync(ITarget target)
    {
        await using var server = await target.OpenAsync(new(0), Ct);
        // As a worker process gets it.
        var sent = JsonSerializer.Serialize(server.Attachment, ModelJson.Options);
        await using var attached = await TargetServer.AttachAsync(JsonSerializer.Deserialize<ServerAttachment>(sent, ModelJson.Options)!, Ct);
        foreach (var each in (TargetServer[])[server, attached])
        {
            var connection = await each.ConnectAsync(TimeSpan.FromSeconds(5), Ct);
            (await connection.GetDatabase().StringSetAsync("a", "b")).ShouldBeTrue();
            await ClientConnector.CloseAsync(connection);
            using var socket = await Core.Targets.Resp.RespSocket.ConnectAsync(each, TimeSpan.FromSeconds(5), Ct);
        }
    }
}
