using System.Net.Sockets;
using System.Text.Json;
using Docker.DotNet;
using Docker.DotNet.Models;
using DotNet.Testcontainers.Configurations;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>The API of the Docker engine on this machine. Each call has a limit: an engine that hangs must not block anything else.</summary>
/// <param name="endpoint">The engine's socket; null to find it as the docker command does: DOCKER_HOST, then the current context,
/// then the default socket.</param>
internal sealed class DockerApi(Uri? endpoint = null)
{
    /// <summary>For a query that the engine answers from memory, while a page waits for it.</summary>
    public static readonly TimeSpan QueryLimit = TimeSpan.FromSeconds(1.5);

    /// <summary>For a call of a job, which can wait for a busy engine, and for a call that starts or removes a container.</summary>
    public static readonly TimeSpan ActionLimit = TimeSpan.FromSeconds(30);

    // Between two messages of a pull: the engine reports each layer only when its state changes, and a layer may be large.
    private static readonly TimeSpan PullSilenceLimit = TimeSpan.FromMinutes(10);

    private DockerEndpoint? _negotiated;

    /// <summary>Runs one call with its own client.</summary>
    /// <exception cref="TargetException">The engine cannot be used, did not answer within the limit, or refused: then
    /// with its own message.</exception>
    public Task<T> CallAsync<T>(TimeSpan limit, Func<DockerClient, CancellationToken, Task<T>> call, CancellationToken ct) => LimitAsync(
        limit,
        async token =>
        {
            using var client = (await NegotiateAsync(token).ConfigureAwait(false)).GetDockerClientBuilder().Build();
            return await call(client, token).ConfigureAwait(false);
        },
        ct);

    /// <inheritdoc cref="CallAsync{T}"/>
    public Task CallAsync(TimeSpan limit, Func<DockerClient, CancellationToken, Task> call, CancellationToken ct) => CallAsync(
        limit,
        async (client, token) =>
        {
            await call(client, token).ConfigureAwait(false);
            return true;
        },
        ct);

    /// <summary>The endpoint that Testcontainers gets, with an API version that this engine supports.</summary>
    /// <exception cref="TargetException">As <see cref="CallAsync{T}"/>.</exception>
    public async Task<IDockerEndpointAuthenticationConfiguration> EndpointAsync(CancellationToken ct) =>
        await LimitAsync(ActionLimit, NegotiateAsync, ct).ConfigureAwait(false);

    /// <summary>Pulls an image without credentials.</summary>
    /// <param name="image">With its tag.</param>
    /// <param name="progress">Called for each message of the engine, in order.</param>
    /// <exception cref="TargetException">As <see cref="CallAsync{T}"/>; the limit applies between two messages.</exception>
    public async Task PullAsync(string image, Action<JSONMessage> progress, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(PullSilenceLimit);
        var messages = new PullMessages(message =>
        {
            limit.CancelAfter(PullSilenceLimit);
            progress(message);
        });
        var (repository, tag) = ImageName.Split(image);
        var parameters = new ImagesCreateParameters { FromImage = repository, Tag = ImageName.DigestOf(image) ?? tag };
        await TranslateAsync(
            async () =>
            {
                using var client = (await NegotiateAsync(limit.Token).ConfigureAwait(false)).GetDockerClientBuilder().Build();
                await client.Images.CreateImageAsync(parameters, null, messages, limit.Token).ConfigureAwait(false);
                return true;
            },
            Reason.Of(ReasonCode.DockerNoProgress, ("minutes", PullSilenceLimit.TotalMinutes)),
            ct).ConfigureAwait(false);
        // The engine answers 200 before it pulls: a failure after that is a message, not an exception.
        if (messages.Error is { } error)
        {
            throw new TargetException(Quote(error));
        }
    }

    /// <summary>Runs a call of the engine with a limit, and converts its exceptions into reasons.</summary>
    /// <exception cref="TargetException">As <see cref="CallAsync{T}"/>.</exception>
    public async Task<T> LimitAsync<T>(TimeSpan limit, Func<CancellationToken, Task<T>> call, CancellationToken ct)
    {
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(ct);
        giveUp.CancelAfter(limit);
        return await TranslateAsync(() => call(giveUp.Token).WaitAsync(giveUp.Token),
            Reason.Of(ReasonCode.DockerTimeout, ("seconds", limit.TotalSeconds)), ct).ConfigureAwait(false);
    }

    /// <summary>The message in an error body of the engine, as in <c>{"message":"No such image: redis:7.4"}</c>, as a reason.</summary>
    internal static Reason ReasonOf(DockerApiException exception)
    {
        try
        {
            using var body = JsonDocument.Parse(exception.ResponseBody ?? "");
            return body.RootElement.GetProperty("message").GetString() is { Length: > 0 } message ? Quote(message) : Status();
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return Status();
        }

        Reason Status() => Reason.Of(ReasonCode.DockerHttpError, ("status", (int)exception.StatusCode));
    }

    private static Reason Quote(string message) => Reason.Of(ReasonCode.DockerError, ("message", RedisFailure.Line(message)));

    private async Task<T> TranslateAsync<T>(Func<Task<T>> call, Reason timeout, CancellationToken ct)
    {
        try
        {
            return await call().ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new TargetException(timeout);
        }
        catch (DockerApiException e)
        {
            throw new TargetException(ReasonOf(e), e);
        }
        catch (Exception e) when (e is not TargetException && SocketErrorOf(e) is { } error)
        {
            var socket = Resolve();
            throw new TargetException(
                Reason.Of(error is SocketError.AccessDenied ? ReasonCode.DockerAccessDenied : ReasonCode.DockerNotRunning,
                    ("socket", socket.ToString())), e);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or JsonException or TimeoutException)
        {
            throw new TargetException(
                Reason.Of(ReasonCode.DockerConnectionFailed, ("socket", Resolve().ToString()), ("message", e.GetBaseException().Message)), e);
        }
        catch (Exception e)
            when (e is DockerConfigurationException or NotSupportedException or ArgumentOutOfRangeException or TypeInitializationException)
        {
            throw new TargetException(
                Reason.Of(ReasonCode.DockerSettingsInvalid, ("message", (e is TypeInitializationException ? e.GetBaseException() : e).Message)), e);
        }
    }

    private static SocketError? SocketErrorOf(Exception? exception) => exception switch
    {
        null => null,
        SocketException socket => socket.SocketErrorCode,
        _ => SocketErrorOf(exception.InnerException),
    };

    private Uri Resolve() => endpoint ?? DockerConfig.Instance.GetEndpoint();

    private async Task<DockerEndpoint> NegotiateAsync(CancellationToken ct)
    {
        var address = Resolve();
        if (address.Scheme is not ("unix" or "npipe"))
        {
            throw new TargetException(Reason.Of(ReasonCode.DockerRemote, ("host", address.Host)));
        }

        if (_negotiated is { } known && known.Endpoint == address)
        {
            return known;
        }

        // Without a version in its path, a request is answered in the engine's newest version.
        using var client = new DockerClientBuilder().WithEndpoint(address).Build();
        var engine = await client.System.GetVersionAsync(ct).ConfigureAwait(false);
        return _negotiated = new(address, ApiVersion(new DockerEndpointAuthenticationConfiguration(address).Version, engine));
    }

    /// <summary>The preferred version where the engine supports it, otherwise the nearest one that it supports.</summary>
    internal static System.Version ApiVersion(System.Version preferred, VersionResponse engine) =>
        System.Version.TryParse(engine.APIVersion, out var newest) && newest < preferred ? newest
        : System.Version.TryParse(engine.MinAPIVersion, out var oldest) && oldest > preferred ? oldest
        : preferred;

    /// <summary>Testcontainers requests the same version from every engine, which an older one refuses; this requests the negotiated one.</summary>
    private sealed record DockerEndpoint(Uri Endpoint, System.Version Version) : IDockerEndpointAuthenticationConfiguration
    {
        public global::Docker.DotNet.Handler.Abstractions.IAuthProvider? AuthProvider => null;

        public DockerClientBuilder GetDockerClientBuilder(Guid sessionId = default) =>
            new DockerClientBuilder().WithEndpoint(Endpoint).WithApiVersion(Version).WithTimeout(ActionLimit);
    }

    // Progress<T> posts to the thread pool, which may change the order.
    private sealed class PullMessages(Action<JSONMessage> report) : IProgress<JSONMessage>
    {
        public string? Error { get; private set; }

        public void Report(JSONMessage value)
        {
            Error = value.Error?.Message ?? Error;
            report(value);
        }
    }
}
