using Dapper;

namespace RedisPerf.Ledger;

/// <summary>The query behind a page of jobs. Each filter has its own index that ends in the id, so a page costs its own length.</summary>
internal static class ListQuery
{
    public static (string Sql, DynamicParameters Parameters) For(JobFilter filter)
    {
        var conditions = new List<string>();
        var parameters = new DynamicParameters();
        if (filter.Benchmark is { } benchmark)
        {
            conditions.Add("benchmark = @benchmark");
            parameters.Add("benchmark", benchmark);
        }

        if (filter.State is { } state)
        {
            conditions.Add("state = @state");
            parameters.Add("state", Column.Of(state));
        }

        if (filter.Before is { } before)
        {
            conditions.Add("id < @before");
            parameters.Add("before", Column.Of(before));
        }

        // One more than asked for tells whether there is a next page.
        parameters.Add("limit", filter.Limit + 1);
        var where = conditions.Count == 0 ? "" : $"WHERE {string.Join(" AND ", conditions)}";
        return ($"SELECT {JobRow.Columns} FROM jobs {where} ORDER BY id DESC LIMIT @limit", parameters);
    }
}
