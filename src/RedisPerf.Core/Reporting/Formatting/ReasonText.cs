using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>Turns a reason into a sentence: the only place that does. <see cref="ReasonTemplate"/> describes the templates.</summary>
public static class ReasonText
{
    private const string Server = "The server of target '{target}'";
    private const string Case = "{strategy}[ at {point}][ at {at}][ on {target}][ with client {client}]";
    private const string Smaller = "[. Lower {options}, or raise the limit]";
    private const string Slice = "[, slice {slice} of {slices}]";
    private const string SlowerCases = "{cases}[ and {more} more] looked slower";
    private const string Syntax = "the format is host:port, with options as in host:port,user=…,password=…,ssl=true";
    private const string UrlSyntax = "the format is redis://user:password@host:port/database, or rediss:// for TLS, "
        + "with percent-encoding as in %2C for a comma";

    /// <summary>Texts that are no sentences: a stored text, and the steps of a running job.</summary>
    private static readonly Dictionary<ReasonCode, string> Fragments = new()
    {
        [ReasonCode.Text] = "{text}",
        [ReasonCode.WarmUpStep] = $"{Case}, warm-up{Slice}",
        [ReasonCode.RunStep] = $"{Case}, run {{run}}[ of {{runs}}]{Slice}",
        [ReasonCode.ProfileStep] = $"{Case}, profiled and not measured",
        [ReasonCode.PullingImage] = "[{target}: ]pulling {image}[, {done} of {layers} layers]",
        [ReasonCode.StartingContainer] = "[{target}: ]starting its container",
        [ReasonCode.WaitingForServer] = "{target}: waiting for another RedisPerf that uses the server",
    };

    private static readonly Dictionary<ReasonCode, string> Templates = new(Fragments)
    {
        [ReasonCode.Several] = "{causes}",

        [ReasonCode.ServerReplaced] = $"{Server} was restarted or replaced during the run",
        [ReasonCode.Failover] = $"{Server} changed its replication role during the run (failover)",
        [ReasonCode.KeysEvicted] = $"{Server} evicted keys ({{keys}}) during the run: its memory limit (maxmemory) is too small for this job",
        [ReasonCode.OtherKeysWritten] = "The run wrote {keys} keys that are not keys of the job to the server of target '{target}'",
        [ReasonCode.ValuesNotRead] =
            "The server of target '{target}' sent {bytes} bytes during the run, fewer than the {expected} bytes of the values that were read",
        [ReasonCode.ServerForked] = $"{Server} had a child process, which saves its data, rewrites its append-only file or supplies a replica",
        [ReasonCode.OtherClients] = $"{Server} executed {{commands}} commands of other clients ({{names}}) and {{own}} commands of the run",
        [ReasonCode.OtherClientsTime] = $"{Server} was busy with commands of other clients ({{names}}) for {{share:percent}} of the run",
        [ReasonCode.OtherClientsBytes] = $"{Server} received and sent {{bytes:bytes}} of other clients during the run",
        [ReasonCode.OtherClientsConnections] = $"{Server} accepted {{count}} connections of other clients during the run",
        [ReasonCode.Stalled] = $"{Server} sent no reply for {{seconds:seconds}} while neither the server nor "
            + "RedisPerf was busy: it was paused, the process was stopped, or the network failed",
        [ReasonCode.StolenCpu] = "The hypervisor gave {share:percent} of this machine's CPU to other machines",
        [ReasonCode.OtherPrograms] = "Other programs used {share:percent} of the CPU",
        [ReasonCode.LateThreadPool] = "The client had too little CPU: its thread pool was late by {seconds:milliseconds} on average",

        [ReasonCode.UnknownBenchmark] = "This version has no benchmark \"{benchmark}\"",
        [ReasonCode.UnknownStrategy] = "This node has no strategy \"{strategy}\". A strategy of a plug-in needs the file on the node of the job",
        [ReasonCode.UnknownClient] = "Client {client} no longer exists: its worker program was removed after the job was queued",
        [ReasonCode.UnknownTarget] = "Target \"{target}\" no longer exists: the configuration changed after the job was queued",
        [ReasonCode.CancelRequested] = "A user cancelled the job; it ends now",
        [ReasonCode.CancelledAtStart] = "The job was cancelled while its targets were starting",
        [ReasonCode.NotEnoughMemory] =
            "A run writes {payload:bytes} and needs about {needed:bytes} of memory; {target} has {free:bytes} free. Lower {option}",
        [ReasonCode.NotEnoughShardMemory] = "A run writes {payload:bytes} and may need {needed:bytes} of memory on one node "
            + "of the cluster; the node {node} of {target} has {free:bytes} free. Lower {option}",
        [ReasonCode.NotEnoughClientMemory] = "A run writes {payload:bytes}, and the client needs about {needed:bytes} "
            + "of memory for it; this machine has {free:bytes} free. Lower {option}",
        [ReasonCode.NothingSupported] = "The targets do not support any of the job's strategies: {causes}",
        [ReasonCode.NoRunSucceeded] = "No run succeeded.[ Last error: {cause}]",
        [ReasonCode.OnlyFloorSucceeded] = "Only the floor or the machine reference was measured; no run of the other strategies succeeded[. {cause}]",
        [ReasonCode.TargetGivenUp] = "{cause} The job ended after {attempts} failed attempts in a row",
        [ReasonCode.CasesGivenUp] = "The job ended early, because each strategy failed {attempts} times in a row. Last error: {cause}",
        [ReasonCode.KeysNotRemoved] = "The run's keys were not removed: {cause}",
        [ReasonCode.KeysNotRemovedFrom] = "The job's keys were not removed from {target}: {cause}",
        [ReasonCode.KeysMayRemain] = "The job's keys {prefix}* may remain on {target}: {cause}",
        [ReasonCode.BenchmarkRemoved] = "This version has no benchmark \"{benchmark}\", so it cannot list the keys",
        [ReasonCode.TargetRemoved] = "The target no longer exists",
        [ReasonCode.NoReplyWithin] = $"{Server} did not reply within {{seconds:seconds}}",
        [ReasonCode.TargetInUse] = "A job is running on '{target}'; its engine is read when the job has ended",
        [ReasonCode.TargetLeased] = $"{Server} is in use[ by job {{job}} of RedisPerf on {{machine}}]. Start the job when the other one has ended",
        [ReasonCode.TargetInUseElsewhere] = "Another node runs a job on '{target}'. Try again when the job has ended",
        [ReasonCode.TargetPreparing] = "Target '{target}' is not ready yet: {step}",
        [ReasonCode.LeaseLost] = $"{Server} was not reserved for this job during the whole run: RedisPerf was stopped or the "
            + "server did not reply for 15 seconds, or the key redisperf:lease was removed[. {cause}]",
        [ReasonCode.TargetUnknown] = "There is no target \"{target}\"",
        [ReasonCode.NoReplyInTime] = "It did not reply in time",
        [ReasonCode.ProcessEnded] = "RedisPerf ended while this job ran",
        [ReasonCode.ProcessStopped] = "RedisPerf was stopped while this job ran",
        [ReasonCode.NodeLost] = "Node {node} was lost while it measured this job: it ended, was stopped, or did not reach the ledger",
        [ReasonCode.AssistantLost] =
            "Node {node}, which measured this job together with others, was lost: it ended, was stopped, or did not reach the ledger",
        [ReasonCode.AssistantRefused] = "Node {node} cannot measure this job together with others. {cause}",
        [ReasonCode.SharedClockFailed] = "The nodes have no common start, because the ledger does not answer",
        [ReasonCode.StartSkew] = "The nodes started {seconds:milliseconds} apart",
        [ReasonCode.TargetNotShared] =
            "Target \"{target}\" is started on one machine for each job. Several nodes need an existing server that all of them reach",
        [ReasonCode.TooFewNodes] = "loadFrom must be at most the number of active nodes that have the targets ({count}), not {requested}",
        [ReasonCode.NoOtherNodes] = "loadFrom needs several nodes that share a PostgreSQL ledger",
        [ReasonCode.QueuedAgain] = "Job #{number} repeats it",
        [ReasonCode.NodeUnknown] = "Unknown node \"{node}\". Valid nodes: {nodes}",
        [ReasonCode.NodeLacksTargets] = "Node {node} does not have {targets}[. Its targets: {valid}]",
        [ReasonCode.NodeNotActive] = "Node {node}, which measured the runs of this job, is not active",
        [ReasonCode.RequestedNodeNotActive] = "The job requests node {node}, which is not active",
        [ReasonCode.NodesBusy] = "The job waits until {requested} nodes with its targets are free at the same time. Free nodes: {count}",
        [ReasonCode.NodesMissing] = "The job needs nodes with the targets {targets}: {requested}. Active nodes with them: {count}",
        [ReasonCode.NoNodeHasTargets] = "No node has all of these targets: {targets}",
        [ReasonCode.NoNodeHasPayload] = "No active node with the targets {targets} has the payload {name}. Upload it to one of these nodes",
        [ReasonCode.NodeLacksPayload] = "Node {node} does not have the payload {name}. Upload it on that node",
        [ReasonCode.EnvironmentChanged] = "The job cannot continue: {what} was {before} and is {after}. Its runs would not be comparable",
        [ReasonCode.NotInterrupted] = "Only an interrupted job can be resumed",
        [ReasonCode.NoMoreRounds] = "Rounds can be added to a job with a timed run that is completed, "
            + "cancelled or failed, is not a scheduled run and has fewer than {rounds} rounds",
        [ReasonCode.NotProfilable] = "A job with a timed run that is completed, cancelled or failed, and is not a scheduled run, can be profiled",
        [ReasonCode.AlreadyProfiled] = "The job already has a profile",
        [ReasonCode.InternalError] = "RedisPerf failed while this job ran: {message}",
        [ReasonCode.NotRunningWhenDue] = "RedisPerf was not running at that time, or the machine was suspended",
        [ReasonCode.TimeZoneRemoved] = "The time zone {timeZone} no longer exists on this machine. Choose another time zone for the schedule",
        [ReasonCode.PreviousJobQueued] = "The previous job of the schedule was still queued",
        [ReasonCode.PreviousJobRunning] = "The previous job of the schedule was still running",
        [ReasonCode.ScheduleChanged] = "The schedule was changed at the same time",
        [ReasonCode.RequestRejected] = "{message}",
        [ReasonCode.QueueFull] = "The queue is full: its limit is {limit}. Try again when a job has ended, or raise RedisPerf__QueueLimit",
        [ReasonCode.RecordDamaged] = "The record in the ledger is damaged: {message}",
        [ReasonCode.JobNotCompleted] = "Its job is {state}[. {cause}]",

        [ReasonCode.LookedSlower] = SlowerCases,
        [ReasonCode.RerunReplaced] = $"{SlowerCases}. It was not run again, because a later scheduled run had already completed",
        [ReasonCode.RerunNotQueued] = $"{SlowerCases}. It could not be run again: {{cause}}",
        [ReasonCode.RerunNotCompleted] = $"{SlowerCases}; its rerun is {{state}}",
        [ReasonCode.RerunDeleted] = $"{SlowerCases}; its rerun was deleted",
        [ReasonCode.RerunDiffers] = $"{SlowerCases}; the rerun had a different {{what}} ({{before}}, then {{after}})",
        [ReasonCode.RerunNotConfirmed] = $"{SlowerCases}, and the rerun did not confirm it",

        [ReasonCode.PayloadUnknown] = "The payload {name} is not on node {node}. Upload it there again: its SHA-256 is {hash}",
        [ReasonCode.PayloadDamaged] =
            "The stored file of the payload {name} was changed: its content does not have the SHA-256 {hash}. Upload it again",
        [ReasonCode.PayloadNotText] = "The strategy sends .NET strings, and value {value} of the payload {name} is not text in UTF-8",
        [ReasonCode.PayloadNotConvertible] = "MessagePack cannot represent value {value} of the payload {name} without a loss: "
            + "it is not JSON, or it has a number with more digits than a 64-bit float",
        [ReasonCode.PayloadNotObjects] = "The strategy serializes objects of the generated document, and the payload is {name}",
        [ReasonCode.PayloadOverwritten] = "The published code overwrites fields of earlier hashes with those of later ones, "
            + "so all fields must have the same value; this job has {count} values",
        [ReasonCode.PayloadEmpty] = "The payload is empty. It must have at least one value of at least 1 byte",
        [ReasonCode.PayloadValueEmpty] = "Value {value} is empty. Each value must have at least 1 byte",
        [ReasonCode.PayloadValueTooLarge] = "Value {value} is too large. The maximum is {most} bytes",
        [ReasonCode.PayloadTooLarge] = "The payload is too large. The maximum is {most} bytes for all values",
        [ReasonCode.PayloadTooManyValues] = "The payload has too many values. The maximum is {most}",
        [ReasonCode.TooManyPayloads] = "There are {most} payloads, which is the maximum. Delete one first",
        [ReasonCode.PayloadNotStored] = "The payload cannot be stored in {folder}: {message}",
        [ReasonCode.PayloadNotUnderstood] = "{cause} To store the content in spite of that, choose the format {formats}",
        [ReasonCode.PayloadLineNotJson] = "Line {line} is not one JSON value",
        [ReasonCode.PayloadSeveralInLine] = "Line {line} has more than one JSON value",
        [ReasonCode.PayloadMixed] = "Line {line} is JSON and line {other} is not, so the form of the content is not clear",
        [ReasonCode.PayloadJsonInvalid] = "The JSON is invalid or incomplete in line {line}, byte {byte}",
        [ReasonCode.PayloadTooDeep] = "The JSON in line {line} has more than {most} nested objects and arrays",
        [ReasonCode.PayloadOtherForm] = "The content does not have the format {format}",
        [ReasonCode.PayloadFormatUnknown] = "The format must be one of {formats}",
        [ReasonCode.InputTooLarge] = "The content is too large. The maximum is {most} bytes",
        [ReasonCode.InputDamaged] = "The {compression} data is damaged or incomplete",
        [ReasonCode.InputIsBinary] = "The content is {format}",
        [ReasonCode.InputHasControls] = "The content is not text: line {line} has the byte {code}",
        [ReasonCode.InputNotUtf8] = "Line {line} is not UTF-8. Save the file in UTF-8, or in UTF-16 with a byte order mark",
        [ReasonCode.InputWrongEncoding] = "The content has the byte order mark of {encoding}, and it is not valid {encoding}",
        [ReasonCode.SampleNeedsServer] = "A sample requires an existing server[. RedisPerf starts {target} without keys][. Valid targets: {targets}]",
        [ReasonCode.SampleInvalid] = "A sample requires a pattern of 1 to {characters} characters and a count from 1 to {most}",
        [ReasonCode.SampleNotConfirmed] =
            "RedisPerf reads up to {count} values from {type} whose keys match {pattern} on {target}, at most {bytes:bytes} in "
                + "{seconds:seconds}, and stores them in its data folder. It writes nothing to the server. Confirm it[ with {option}]",
        [ReasonCode.SampleDuringJob] = "A job is measured now, and a sample would disturb it. Try again when the job has ended",
        [ReasonCode.SampleWithoutKey] = "There are no values in {type} whose keys match {pattern} on {target}",
        [ReasonCode.UploadDuringJob] =
            "A job is measured now, and an upload of more than {bytes:bytes} would disturb it. Try again when the job has ended",
        [ReasonCode.UploadInProgress] = "Another payload is uploaded now. Try again when it is stored",
        [ReasonCode.UploadIncomplete] = "The upload is incomplete or has more than a file and its fields. Go back and send the file again",

        [ReasonCode.NoLua] = $"{Server} does not run Lua scripts ({{reply}})[; {{remedy}}]",
        [ReasonCode.NoBareSocket] = $"{Server} requires TLS, which a bare socket does not support",
        [ReasonCode.NoCpuTime] = $"{Server} does not report its CPU time",
        [ReasonCode.NoUsedMemory] = $"{Server} does not report how much memory its data uses: the memory of its process is shown instead",
        [ReasonCode.NoNetInput] = $"{Server} does not report how many bytes it received",
        [ReasonCode.NoCommandCounts] = $"{Server} does not count its commands, so the load of other clients is not detected",
        [ReasonCode.HashTooLarge] = "The strategy sends all values of a hash in one command, and those of a hash of this job can have {bytes:bytes}. "
            + "The maximum is {most:bytes}: use more hashes, or fewer items",
        [ReasonCode.ServerNotDisturbed] =
            $"{Server} was not started by RedisPerf, and a job disturbs only its own servers; choose a target that RedisPerf starts, or disturb none",
        [ReasonCode.ServerNotRestarted] =
            $"{Server} cannot be killed and started again: that is possible only for a single server process of this machine, not for a container "
            + "or a cluster",
        [ReasonCode.StrategyNotDisturbed] =
            "The strategy {strategy} of a plug-in cannot be measured with disturb: its writes cannot be counted on the server",
        [ReasonCode.NoCommand] = $"{Server} ({{engine}}) does not support the command {{command}}",
        [ReasonCode.CommandTooLong] = $"{Server} ({{engine}}) accepts at most {{limit}} arguments in one command, and this case needs {{words}}",
        [ReasonCode.NoSeveralSlots] = $"{Server} is a cluster, which executes no command, transaction or script with keys of several hash slots",
        [ReasonCode.ClientLacks] = "{client} does not have {member}",

        [ReasonCode.PasswordRequired] = $"{Server} requires a password; give it in the connection string (password=…, with user=… for an ACL user)",
        [ReasonCode.WrongPassword] = $"{Server} refused the user or the password",
        [ReasonCode.PasswordNotSet] = $"{Server} has no password, but the connection string gives one",
        [ReasonCode.NotPermitted] = $"{Server} does not permit this user to do that: {{message}}",
        [ReasonCode.ReadOnlyReplica] = $"{Server} is a read-only replica; choose its primary",
        [ReasonCode.OutOfMemory] = $"{Server} is out of memory: its limit (maxmemory) is too small for this job",
        [ReasonCode.ScriptRunning] = $"{Server} is busy with a script and does not reply until the script ends",
        [ReasonCode.LoadingData] = $"{Server} is still loading its data; try again later",
        [ReasonCode.CannotSave] = $"{Server} refuses writes because it cannot save its data to disk (MISCONF)",
        [ReasonCode.PrimaryLost] = $"{Server} is a replica that lost its primary",
        [ReasonCode.TooFewReplicas] = $"{Server} refuses writes because it has too few replicas",
        [ReasonCode.ClusterDown] = $"{Server} belongs to a cluster that is down",
        [ReasonCode.ClusterNode] =
            $"{Server} is a cluster that refused a command ({{error}}): its keys have several hash slots, or their slot moved to another node",
        [ReasonCode.ClusterDatabase] =
            $"{Server} is a cluster, which has database 0 only; remove defaultDatabase={{database}} from the connection string",
        [ReasonCode.ClusterNodeUnusable] = $"{Server} is a cluster whose node {{node}} cannot be used: {{cause}}",
        [ReasonCode.ClusterNotSupported] =
            $"{Server} is a node of a cluster (cluster_enabled:1). Clusters are not supported; choose a server that is not part of a cluster",
        [ReasonCode.ScriptLost] = $"{Server} lost the script during the run: the server was restarted or its scripts were flushed",
        [ReasonCode.TransactionDiscarded] = $"{Server} discarded a transaction because it refused one of its commands",
        [ReasonCode.ProtectedMode] = $"{Server} is in protected mode and accepts connections from its own machine only",
        [ReasonCode.UnknownCommand] = $"{Server} does not support a command: {{message}}",
        [ReasonCode.TooManyConnections] = $"{Server} accepts no further connections: {{message}}",
        [ReasonCode.ValueLimit] = $"{Server} does not accept a value of this size: its limit is proto-max-bulk-len[ ({{limit:bytes}})]{Smaller}",
        [ReasonCode.ArgumentLimit] = $"{Server} does not accept a command with this number of arguments[. Lower {{options}}]",
        [ReasonCode.QueryBufferLimit] = $"{Server} closed the connection: the commands that it received exceeded its limit "
            + $"client-query-buffer-limit[ ({{limit:bytes}})]{Smaller}",
        [ReasonCode.OutputBufferLimit] = $"{Server} closed the connection: the replies that wait for the client exceeded its limit "
            + $"client-output-buffer-limit[ ({{limit}})]{Smaller}",
        [ReasonCode.ClientMemoryLimit] = $"{Server} closed the connection: the buffers of its clients exceeded its limit "
            + $"maxmemory-clients[ ({{limit:bytes}})]{Smaller}",
        [ReasonCode.IdleLimit] = $"{Server} closed the connection. It closes connections that are idle for {{seconds:seconds}} (timeout); "
            + "keepAlive=… in the connection string, with fewer seconds, keeps them open",
        [ReasonCode.ConnectionLimits] = $"{Server} closed the connection. It does not report why, and has limits that can be "
            + $"the cause: {{limits}}{Smaller}",
        [ReasonCode.ErrorReply] = $"{Server} replied with an error: {{message}}",

        [ReasonCode.ConnectionRefused] = $"{Server} does not reply: connection refused",
        [ReasonCode.HostNotFound] = $"{Server} was not found: its host name cannot be resolved",
        [ReasonCode.NetworkUnreachable] = $"{Server} cannot be reached over the network",
        [ReasonCode.TlsFailed] = $"{Server} and this machine could not agree on an encrypted connection: {{message}}",
        [ReasonCode.TlsRequired] = $"{Server} requires TLS; add ssl=true to the connection string",
        [ReasonCode.TlsNotUsed] = $"{Server} does not use TLS: it replies without it. Remove ssl=true from the connection string",
        [ReasonCode.TlsNotAnswered] =
            $"{Server} did not complete the TLS handshake[ within {{seconds:seconds}}]. connectTimeout=… in the connection string, "
                + "in milliseconds, gives it more time",
        [ReasonCode.TlsClosed] = $"{Server} closed the connection during the TLS handshake",
        [ReasonCode.ClientCertificateRequired] = $"{Server} requests a certificate of the client, and closed the connection because it got "
            + "none. Set ClientCertificate of the target, or the variable SERedis_ClientCertPfxPath",
        [ReasonCode.ClientCertificateRefused] = $"{Server} got the certificate of the client and closed the connection[: "
            + "{message}]. Check that the server accepts this certificate",
        [ReasonCode.NoConnection] = $"{Server} does not reply: no connection could be made",
        [ReasonCode.AuthenticationFailed] = $"{Server} requires a password, or refused the given user or password",
        [ReasonCode.ConnectionLost] =
            "The connection to the server of target '{target}' was lost: it was stopped, restarted, or closed the connection",
        [ReasonCode.ConnectionClosed] = "The connection to the server of target '{target}' was closed",
        [ReasonCode.ServerUnusable] = $"{Server} cannot be used: {{message}}",
        [ReasonCode.ServerRestarted] = $"{Server} was restarted during the run",
        [ReasonCode.ServerChanged] = $"{Server} is not the one that the job started on: {{what}} was {{before}} and is {{after}}",
        [ReasonCode.ServerTimeout] = $"{Server} did not reply in time",
        [ReasonCode.LinkTimeout] = $"{Server} did not reply over the simulated link within {{seconds:seconds}}",
        [ReasonCode.NotRedis] =
            $"{Server} sent bytes that are not the Redis protocol: another program listens at this address, or the server requires TLS",
        [ReasonCode.ReplyTooDeep] = $"{Server} sent a reply with more than {{limit}} nested arrays",
        [ReasonCode.ReplyTooLong] = $"{Server} sent a reply of more than {{limit:bytes}}",
        [ReasonCode.UnknownEngine] = $"{Server} replies, but its INFO names no engine that RedisPerf supports: {{engines}}",
        [ReasonCode.UnexpectedError] = "An unexpected {type} on target '{target}': {message}",
        [ReasonCode.UnixSocketMissing] = $"{Server} does not reply: there is no Unix socket at its path",
        [ReasonCode.ConnectionDenied] =
            $"{Server} does not reply: this user may not connect to it; a Unix socket requires the right to write to its file",

        [ReasonCode.IsSentinel] = $"{Server} is a Sentinel, which stores no keys; "
            + "add serviceName=… to the connection string, and the primary of that service is used",
        [ReasonCode.IsProxy] = $"{Server} is a proxy, which does not report the figures of the server behind it; connect to the server itself",
        [ReasonCode.NoInfo] = $"{Server} does not support INFO, as proxies do (twemproxy, Envoy); connect to the server itself",
        [ReasonCode.NotSentinel] = $"{Server} is not a Sentinel; remove serviceName from the connection string",
        [ReasonCode.SentinelUnusable] = $"The Sentinel {{sentinel}} of target '{{target}}' cannot be used: {{cause}}",
        [ReasonCode.SentinelServiceUnknown] = $"The Sentinel of target '{{target}}' does not watch the service {{service}}; check serviceName",
        [ReasonCode.SentinelPrimaryUnusable] =
            "The primary {primary}, which the Sentinel of target '{target}' reports, cannot be used: {cause}",

        [ReasonCode.ServerEnded] = $"{Server} ended. {{cause}}",
        [ReasonCode.ServerNotStarted] = $"{Server} did not start. {{cause}}",
        [ReasonCode.ServerNotReady] = $"{Server} did not reply within {{seconds:seconds}}[; its last lines: {{lines}}]",
        [ReasonCode.ServerProcessEnded] = "Its process ended with exit code {exitCode}[; its last lines: {lines}]",
        [ReasonCode.ServerContainerEnded] = "Its container ended with exit code {exitCode}[; its last lines: {lines}]",
        [ReasonCode.ServerContainerOutOfMemory] = "Its container ran out of memory and ended with exit code {exitCode}[; its last lines: {lines}]",
        [ReasonCode.ProgramNotStarted] = $"{Server} could not be started: {{program}}: {{message}}",
        [ReasonCode.ProgramVersionFailed] = "{program} does not report its version: {message}",
        [ReasonCode.ProgramVersionUnknown] = "{program} does not reply to --version like Redis, Valkey, KeyDB, Dragonfly or Garnet",
        [ReasonCode.ProgramNotInstalled] = "Neither redis-server nor valkey-server is on the PATH of this machine",
        [ReasonCode.ProgramMissing] = "{program} does not exist",
        [ReasonCode.ProgramNotExecutable] = "{program} is not executable",
        [ReasonCode.ProgramPathMissing] = "It has no path of a program",
        [ReasonCode.ProgramWithoutTls] = "{program} was built without TLS",
        [ReasonCode.ProgramTooOld] = "{program} has version {version}; a cluster requires {least} or later",
        [ReasonCode.ClusterNotFormed] = "The servers of target '{target}' started, but did not form a cluster within {seconds} seconds",
        [ReasonCode.EmbeddedServerMissing] = "The embedded server (Garnet {version}) is not available for this platform ({platform}); "
            + "use a redis-server or valkey-server on the PATH, or configure a target",
        [ReasonCode.ServerFolderFailed] = "The folder for the files of a started server cannot be used: {message}",
        [ReasonCode.TargetUnusable] = "Target '{target}' cannot be used. {cause}",
        [ReasonCode.TargetNotStarted] = "Target '{target}' cannot be started. {cause}",

        [ReasonCode.ServerSettingsNotStarted] =
            "Target '{target}' is an existing server, and RedisPerf changes no settings of one ({settings}). Use a target that RedisPerf starts",
        [ReasonCode.ServerSettingUnknown] = "Target '{target}' has no setting \"{setting}\" that a job may set; valid: {valid}",
        [ReasonCode.ServerSettingInvalid] = "The setting {setting} of target '{target}' must be {valid}, not \"{value}\"",
        [ReasonCode.ServerSettingRefused] =
            $"{Server}[, {{version}},] does not accept the setting {{setting}} with the value {{value}}; its last lines: {{lines}}",
        [ReasonCode.ServerSettingUnsupported] = $"{Server}, {{version}}, does not have the setting {{setting}}",
        [ReasonCode.ServerSettingDiffers] =
            $"{Server} was started with the setting {{setting}} {{expected}}, and reports {{actual}}",

        [ReasonCode.WorkerNotStarted] = "The worker process could not be started: {program}: {message}",
        [ReasonCode.WorkerEnded] = "The worker process ended[ with exit code {exitCode}][; its last lines: {lines}]",
        [ReasonCode.WorkerUnreadable] = "The worker process wrote a line to its standard output that is not a message of RedisPerf, and was ended",
        [ReasonCode.WorkerHung] = "The worker process did not respond within {seconds:seconds} and was ended",

        [ReasonCode.PinningOff] = "Pinning is turned off",
        [ReasonCode.PinningTooFewCores] = "The machine has {cores} cores, fewer than {least}",
        [ReasonCode.PinningNeedsServer] = "RedisPerf started no server for the job",
        [ReasonCode.PinningNeedsWorker] = "The job was not measured in a worker process",
        [ReasonCode.PinningUnsupported] = "This system has no program taskset",
        [ReasonCode.PinningInvalid] =
            "{setting} must be auto, off, or the cores of the servers and of the worker without a common core, as in 0-1/2-3, not \"{value}\"",
        [ReasonCode.PinningUnknownCores] = "{setting} \"{value}\" names a core that RedisPerf cannot use; it can use the cores {cores}",

        [ReasonCode.DockerError] = "Docker reported an error: {message}",
        [ReasonCode.DockerHttpError] = "Docker failed with HTTP status {status:digits} and no message",
        [ReasonCode.DockerTimeout] = "Docker did not reply within {seconds:seconds}",
        [ReasonCode.DockerNoProgress] = "Docker reported no progress for {minutes} minutes",
        [ReasonCode.DockerAccessDenied] = "Docker is not available: this user may not open {socket}",
        [ReasonCode.DockerNotRunning] = "Docker is not available: no engine replies at {socket}",
        [ReasonCode.DockerConnectionFailed] = "Docker is not available: the connection to {socket} failed. {message}",
        [ReasonCode.DockerSettingsInvalid] = "The Docker settings of this machine cannot be used. {message}",
        [ReasonCode.DockerRemote] = "The Docker engine at {host} is not on this machine, so its containers "
            + "cannot be reached. Start the server there and configure it as a target",
        [ReasonCode.ImageNotPulled] = "The first job on it pulls its image, {image}",
        [ReasonCode.ContainerStarting] = "A job prepares it: {step}",
        [ReasonCode.ContainerStartFailed] = "The last attempt to start it failed. {cause}",

        [ReasonCode.ConnectionStringEmpty] = $"The connection string is empty; {Syntax}",
        [ReasonCode.ConnectionStringUrl] = $"The connection string is a URL that cannot be read; {UrlSyntax}",
        [ReasonCode.ConnectionStringUrlUser] =
            "The URL has one word before @, which can be a user or a password; write redis://user:password@… or redis://:password@…",
        [ReasonCode.ConnectionStringInvalid] = $"The connection string cannot be read; {Syntax}",
        [ReasonCode.ConnectionStringOption] = $"The connection string has an option that cannot be used[: {{option}}]"
            + "[, in part {number} of the parts between its commas. A password with a comma needs its own setting (…__Password) or a URL with %2C]"
            + $"; {Syntax}",
        [ReasonCode.ConnectionStringNoServer] = $"The connection string names no server before its options; {Syntax}",
        [ReasonCode.ConnectionStringNoHost] = $"The connection string has no valid host and port; {Syntax}",
        [ReasonCode.ConnectionStringServers] =
            $"The connection string names {{servers}} servers, or an option without its name; a target is one server: {Syntax}",
        [ReasonCode.ConnectionStringProxy] = "The connection string names a proxy (proxy=…). RedisPerf reads the figures of the server itself, "
            + "which a proxy does not report; connect to the server",
        [ReasonCode.PasswordTwice] = "Its password is given as …__Password and as …__PasswordFile; set one of them",
        [ReasonCode.PasswordFileMissing] = "The file of the setting {setting} does not exist",
        [ReasonCode.PasswordFileUnreadable] = "The file of the setting {setting} cannot be read by this user, or is a folder",
        [ReasonCode.PasswordFileInvalid] = "The file of the setting {setting} has no password: it must be one line of UTF-8",
        [ReasonCode.CertificateWithoutTls] = "{setting} is set, and the connection string does not have ssl=true",
        [ReasonCode.CertificateUnreadable] = "Target '{target}' cannot be used. {setting} names the file {path}, which cannot be read: {message}",
        [ReasonCode.CertificateInvalid] = "Target '{target}' cannot be used. {setting} names the file {path}, which is not a valid "
            + "certificate in PEM or PKCS #12: {message}",
        [ReasonCode.CertificateWithoutKey] = "Target '{target}' cannot be used. {setting} names the file {path}, which has no private key. "
            + "Give the file of the key in ClientCertificateKey",
        [ReasonCode.CertificatePasswordWrong] = "Target '{target}' cannot be used. The password of the file {path} of {setting} is wrong "
            + "or missing: set {password}",
        [ReasonCode.TargetNameMissing] = "The configured target number {number} has no name; set RedisPerf:Targets:{index}:Name",
        [ReasonCode.NamedServerNameMissing] = "The configured server number {number} has no name; set RedisPerf:Servers:{index}:Name",
        [ReasonCode.ConfiguredTargetKeyUnknown] =
            "Unknown setting RedisPerf:Targets:{index}:{key}. A configured target has the settings {valid}",
        [ReasonCode.NamedServerKeyUnknown] =
            "Unknown setting RedisPerf:Servers:{index}:{key}. A configured server has the settings {valid}; a job sets those of the server itself",
        [ReasonCode.NamedServerUnusable] = "The configured server '{name}' cannot be used. {cause} Correct RedisPerf:Servers:{index}:Path",
        [ReasonCode.ImageTargetUnknown] = "Unknown setting RedisPerf__Images__{name}. The container targets are {valid}",
        [ReasonCode.ImageNameInvalid] = "RedisPerf__Images__{name} must be the name of an image, such as {example}",
        [ReasonCode.TargetNameInvalid] =
            "The configured target name[ '{name}'] is invalid; use letters, digits, dots, dashes and underscores, at most 40",
        [ReasonCode.TargetNameReserved] = "The configured target name '{name}' is reserved by RedisPerf; choose another name",
        [ReasonCode.TargetNameDuplicate] = "Another target is named '{name}'; give each target its own name",
        [ReasonCode.TargetEditingOff] = "Targets cannot be edited on this page or by the API, because it lets a user make the server "
            + "connect to any address. To allow it, start RedisPerf with RedisPerf__AllowTargetEditing=true",
        [ReasonCode.TargetUsedByJob] = "A queued or running job uses {name}. Try again when it has ended",
        [ReasonCode.ConnectionStringUnreadable] =
            "Its connection string cannot be decrypted, because the data folder has other keys now. Delete the target and add it again",
        [ReasonCode.TargetGivenTwice] = "{name} is specified twice with different options. Targets that differ only in "
            + "their options need names: configure them (RedisPerf__Targets__0__Name, …__Connection)",

        [ReasonCode.WebhookMissing] = "No webhook is configured. Set RedisPerf__Webhook to an absolute http or https address",
        [ReasonCode.WebhookStatus] = "The webhook answered with status {status:digits}",
        [ReasonCode.WebhookSilent] = "The webhook did not answer within {limit:seconds}",
        [ReasonCode.WebhookUnreachable] = "The webhook cannot be reached ({error})",

        [ReasonCode.PluginUnknown] = "There are no strategies with the name \"{name}\"; valid: {valid}, or the path of a DLL",
        [ReasonCode.PluginNotLoaded] = "{file} cannot be loaded: {message}",
        [ReasonCode.PluginDependencyMissing] = "{file} needs {assembly}, which is not in its folder. "
            + "Build it with EnableDynamicLoading, or publish it",
        [ReasonCode.PluginContract] = "{file} was built with version {used} of RedisPerf.Abstractions; this RedisPerf has version {known}",
        [ReasonCode.PluginEmpty] = "{file} has no public class with the attribute Strategy of RedisPerf.Abstractions",
        [ReasonCode.PluginStrategyInvalid] = "{file}: strategy {strategy} is invalid: {problem}",
        [ReasonCode.PluginChanged] = "{file} changed after the job was queued",
        [ReasonCode.PluginHung] = "{file} was not loaded within {seconds:seconds}",
        [ReasonCode.PluginTwice] = "Two plug-ins have an assembly with the name {name}",
        [ReasonCode.PluginOnOneNode] = "Strategies of a plug-in ({plugins}) are measured by one node only; loadFrom must be 1",
        [ReasonCode.StrategyHung] = "{strategy} had no reply for {seconds:seconds} and was stopped. "
            + "A strategy with its own connections reports its replies with ReportReplies",
        [ReasonCode.StrategyFailed] = "{strategy} failed with {type}: {message}",
        [ReasonCode.StrategyDataWrong] = "{strategy} found wrong data: {message}",
        [ReasonCode.KeyWithoutPrefix] = "{strategy} has a key that does not begin with the prefix of the job",

        [ReasonCode.ProfilerFailed] = "The profiler {sampler} failed: {message}",
        [ReasonCode.PerfMissing] = "The server was not profiled, because this machine has no program perf",
        [ReasonCode.PerfRefused] = "The server was not profiled, because perf ended: {message}",
        [ReasonCode.PerfNotPermitted] = "The server was not profiled, because the kernel does not permit it to the user of RedisPerf; "
            + "kernel.perf_event_paranoid is {level}",
        [ReasonCode.ProfileNeedsWorker] = "Only a worker process can be profiled; this job was measured in the process of the command",
        [ReasonCode.ServerNotOurs] = "The server of target '{target}' was not profiled, because RedisPerf did not start it as a process",
        [ReasonCode.NoSamples] = "The profiler took no sample in {seconds:seconds} of the run: it was too short, or its threads waited",
        [ReasonCode.ProfileStopped] = "The job was stopped before the case was profiled",
        [ReasonCode.ProfiledRunFailed] = "The profiled run failed: {cause}",
        [ReasonCode.ProfileOnOneNode] = "A job whose load comes from several nodes cannot be profiled",

        [ReasonCode.CallersHung] = "{callers} of {of} callers did not end within {seconds:seconds} after the end of the run",
        [ReasonCode.NoCallEnded] = "No call of the run had a reply; {timeouts} calls had a time-out",
        [ReasonCode.CountDiffers] = "{what}: {actual} instead of {expected}",
        [ReasonCode.ValueMissing] = "{what} is missing",
        [ReasonCode.MeasuredTwice] = "Execute and Verify of the case both report the measurement {name}",
        [ReasonCode.UpdatesLost] = "{lost} of {updates} updates were lost: the strategy is not safe with these writers",
        [ReasonCode.ValueDiffers] = "{what} is {actual} instead of {expected}",
    };

    /// <summary>The codes with their templates, for tests and documentation.</summary>
    public static IReadOnlyDictionary<ReasonCode, string> All => Templates;

    /// <summary>The names of the arguments in a code's template.</summary>
    public static IEnumerable<string> ArgumentsOf(ReasonCode code) => ReasonTemplate.ArgumentsOf(Templates[code]);

    /// <summary>One sentence or more, ending with a full stop; a stored text and a step of a running job remain as they are. Null for null.</summary>
    [return: NotNullIfNotNull(nameof(reason))]
    public static string? ToText(this Reason? reason) => reason switch
    {
        null => null,
        _ when Fragments.ContainsKey(reason.Code) => Fill([reason]),
        _ => Sentence(Fill([reason])),
    };

    /// <summary>A sentence for each reason; null for an empty list.</summary>
    public static string? ToText(this IReadOnlyCollection<Reason> reasons) =>
        reasons.Count == 0 ? null : string.Join(" ", reasons.Select(reason => reason.ToText()));

    /// <summary>One sentence for what happened to several runs: <c>Other programs used 5–45% of the CPU in 7 runs.</c> Numbers that differ
    /// are shown as a range.</summary>
    /// <param name="reasons">Reasons with the same <see cref="GroupOf"/>.</param>
    /// <param name="runs">The number of runs.</param>
    internal static string ToText(IReadOnlyCollection<Reason> reasons, int runs)
    {
        var text = Fill(reasons);
        return runs == 1 ? Sentence(text) : string.Create(CultureInfo.InvariantCulture, $"{text.TrimEnd('.')} in {runs:N0} runs.");
    }

    /// <summary>Reasons that differ only in their numbers have the same group.</summary>
    internal static Reason GroupOf(Reason reason) =>
        Reason.Of(reason.Code, [.. reason.Args.Where(arg => arg.Value is not (long or double)).Select(arg => (arg.Key, (object?)arg.Value))]);

    private static string Fill(IReadOnlyCollection<Reason> reasons) => ReasonTemplate.Fill(Templates[reasons.First().Code], reasons);

    private static string Sentence(string text) => text.EndsWith('.') || text.EndsWith('?') ? text : text + ".";
}
