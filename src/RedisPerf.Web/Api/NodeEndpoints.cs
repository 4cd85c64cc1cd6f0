using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Live;
using RedisPerf.Web.Nodes;

namespace RedisPerf.Web.Api;

/// <summary>Lists the nodes, and removes a node that is not active.</summary>
internal static class NodeEndpoints
{
    public static void MapNodes(this IEndpointRouteBuilder api)
    {
        api.MapGet("/nodes", async (NodeBoard nodes, CancellationToken ct) =>
            (await nodes.ListAsync(ct)).Select(node => NodeDocument.Of(node, nodes.IsHere(node))).ToArray())
            .WithSummary("Nodes by name, with the job that each executes");
        api.MapDelete("/nodes/{name}", RemoveAsync)
            .Produces(StatusCodes.Status204NoContent)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .WithSummary("Remove a node that is not active");
    }

    private static async Task<IResult> RemoveAsync(string name, NodeBoard nodes, LiveLists lists, CancellationToken ct)
    {
        switch (await nodes.RemoveAsync(name, ct))
        {
            case ChangeOutcome.Changed:
                lists.Change();
                return TypedResults.NoContent();
            case ChangeOutcome.Refused:
                return TypedResults.Problem($"Node \"{name}\" is active; stop it first.", statusCode: StatusCodes.Status409Conflict);
            default:
                return TypedResults.Problem($"There is no node \"{name}\".", statusCode: StatusCodes.Status404NotFound);
        }
    }

    /// <param name="Name">The name that a job can request.</param>
    /// <param name="Machine">The name of its machine.</param>
    /// <param name="Cores">The logical processors of its machine.</param>
    /// <param name="Memory">The memory of its machine in bytes; null when it is unknown.</param>
    /// <param name="Version">The version of RedisPerf.</param>
    /// <param name="LastSeen">Its last sign of life, by the clock of the ledger.</param>
    /// <param name="StartedAt">The start of its process.</param>
    /// <param name="Job">The id of the job that it executes or assists; null for none.</param>
    /// <param name="IsAssisting">Whether another node executes the job.</param>
    /// <param name="Targets">The names of the targets that it can reach or start.</param>
    /// <param name="IsThisNode">Whether it is the node that answers.</param>
    internal sealed record NodeDocument(
        string Name, string Machine, int Cores, long? Memory, string Version, NodeState State, DateTimeOffset LastSeen,
        DateTimeOffset StartedAt, Guid? Job, bool IsAssisting, IReadOnlyList<string> Targets, bool IsThisNode)
    {
        public static NodeDocument Of(NodeRecord node, bool isThisNode)
        {
            var has = node.Description;
            return new(node.Identity.Name, has.Machine, has.Cores, has.Memory, has.Version, node.State, node.SeenAt, node.StartedAt,
                node.Job, node.IsAssisting, has.Targets, isThisNode);
        }
    }
}
