using RedisPerf.Ledger.Tests;

namespace RedisPerf.Ledger.Proofs;

// The tests of the ledger that do not depend on the storage.
public sealed class AddedProfileOnPostgreSql() : AddedProfileTests(new PostgreSqlStorage());

public sealed class AddedRoundsOnPostgreSql() : AddedRoundsTests(new PostgreSqlStorage());

public sealed class BaselineOnPostgreSql() : BaselineTests(new PostgreSqlStorage());

public sealed class ChangeOnPostgreSql() : ChangeTests(new PostgreSqlStorage());

public sealed class CountedRunsOnPostgreSql() : CountedRunsTests(new PostgreSqlStorage());

public sealed class HistoryOnPostgreSql() : HistoryTests(new PostgreSqlStorage());

public sealed class ImportOnPostgreSql() : ImportTests(new PostgreSqlStorage());

public sealed class JobRecorderOnPostgreSql() : JobRecorderTests(new PostgreSqlStorage());

public sealed class LeftKeyOnPostgreSql() : LeftKeyTests(new PostgreSqlStorage());

public sealed class ListOnPostgreSql() : ListTests(new PostgreSqlStorage());

public sealed class ProfilesOnPostgreSql() : ProfileTests(new PostgreSqlStorage());

public sealed class QueueOnPostgreSql() : QueueTests(new PostgreSqlStorage());

public sealed class RecordOnPostgreSql() : RecordTests(new PostgreSqlStorage());

public sealed class RecoveryOnPostgreSql() : RecoveryTests(new PostgreSqlStorage());

public sealed class ScheduleOnPostgreSql() : ScheduleTests(new PostgreSqlStorage());

public sealed class SearchOnPostgreSql() : SearchTests(new PostgreSqlStorage());

public sealed class TargetOnPostgreSql() : TargetTests(new PostgreSqlStorage());

public sealed class TrendOnPostgreSql() : TrendTests(new PostgreSqlStorage());

public sealed class UpgradeOnPostgreSql() : UpgradeTests(new PostgreSqlStorage(), "postgresql.sql");
