namespace RedisPerf.Core.Model;

/// <summary>
/// The closed list of reasons. In JSON a code is written in camelCase. <c>ReasonText</c> has the sentence of each code and
/// docs/api.md the list with the arguments; tests compare them.
/// </summary>
public enum ReasonCode
{
    // General.
    Text,
    Several,

    // What disturbs a run.
    ServerReplaced,
    Failover,
    KeysEvicted,
    OtherClients,
    StolenCpu,
    OtherPrograms,
    LateThreadPool,

    // Why a run or a job ended without a result.
    UnknownBenchmark,
    UnknownTarget,
    CancelledAtStart,
    NotEnoughMemory,
    NothingSupported,
    NoRunSucceeded,
    TargetGivenUp,
    KeysNotRemoved,
    KeysNotRemovedFrom,
    KeysMayRemain,
    BenchmarkRemoved,
    TargetRemoved,
    NoReplyWithin,
    TargetInUse,
    NoReplyInTime,
    ProcessEnded,
    ProcessStopped,
    InternalError,

    // What a target cannot do.
    NoLua,
    NoBareSocket,
    NoCpuTime,
    NoUsedMemory,
    NoNetInput,
    NoCommandCounts,
    NoCommand,
    CommandTooLong,

    // What a server replied.
    PasswordRequired,
    WrongPassword,
    PasswordNotSet,
    NotPermitted,
    ReadOnlyReplica,
    OutOfMemory,
    ScriptRunning,
    LoadingData,
    CannotSave,
    PrimaryLost,
    TooFewReplicas,
    ClusterDown,
    ClusterNode,
    ScriptLost,
    TransactionDiscarded,
    ProtectedMode,
    UnknownCommand,
    TooManyConnections,
    ErrorReply,

    // Why a server could not be reached or was lost.
    ConnectionRefused,
    HostNotFound,
    NetworkUnreachable,
    TlsFailed,
    NoConnection,
    AuthenticationFailed,
    ConnectionLost,
    ConnectionClosed,
    ServerUnusable,
    ServerRestarted,
    ServerTimeout,
    LinkTimeout,
    UnknownEngine,
    UnexpectedError,

    // How a server that we start fails.
    ServerEnded,
    ServerNotStarted,
    ServerNotReady,
    ServerProcessEnded,
    ServerContainerEnded,
    ServerContainerOutOfMemory,
    ProgramNotStarted,
    ProgramVersionFailed,
    ProgramVersionUnknown,
    ProgramNotInstalled,
    EmbeddedServerMissing,
    ServerFolderFailed,
    TargetUnusable,
    TargetNotStarted,

    // Docker.
    DockerError,
    DockerHttpError,
    DockerTimeout,
    DockerNoProgress,
    DockerAccessDenied,
    DockerNotRunning,
    DockerConnectionFailed,
    DockerSettingsInvalid,
    DockerRemote,
    ImageNotPulled,
    ContainerStarting,
    ContainerStartFailed,

    // The configuration of targets.
    ConnectionStringEmpty,
    ConnectionStringUrl,
    ConnectionStringInvalid,
    ConnectionStringOption,
    ConnectionStringNoServer,
    ConnectionStringNoHost,
    ConnectionStringServers,
    TargetNameMissing,
    TargetNameInvalid,
    TargetNameReserved,
    TargetNameDuplicate,
    TargetGivenTwice,

    // What a verification found.
    CountDiffers,
    ValueMissing,
    MeasuredTwice,
    ValueDiffers,
}
