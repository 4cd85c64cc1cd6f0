using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Respite.Insert;

[Strategy("multi-exec", "Transactions of many HSETs (100 by default), pipelined.")]
public sealed class MultiExec : RespiteInsert
{
    [Option]
    public int BatchSize { get; set; } = 100;

    private protected override async Task ExecuteAsync(Connection connection, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.Fields.Chunk(BatchSize))
        {
            var queued = new List<Task>(fields.Length + 2) { connection.SendAsync(Command.Multi) };
            foreach (var field in fields)
            {
                queued.Add(connection.SendAsync(Command.Hset, field.Key, field.Name, field.Value));
            }

            queued.Add(connection.GetManyAsync(Command.Exec));
            await window.AddAsync(Task.WhenAll(queued), InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}
