using System.Xml.Linq;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.Repositories;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Hosting;

/// <summary>The keys in a shared ledger: a form of one node can be sent to another one. The framework reads them a few times
/// a day, without await.</summary>
internal sealed class SharedKeys(KeyLedger ledger) : IXmlRepository
{
    public IReadOnlyCollection<XElement> GetAllElements() => [.. ledger.ListAsync().GetAwaiter().GetResult().Select(XElement.Parse)];

    public void StoreElement(XElement element, string friendlyName) =>
        ledger.AddAsync(friendlyName, element.ToString(SaveOptions.DisableFormatting)).GetAwaiter().GetResult();

    /// <summary>Makes sure that all nodes have the same keys from their start: those of a data folder that was used before are added, and
    /// the first node creates one. Does nothing for a ledger in a file.</summary>
    public static async Task PrepareAsync(IServiceProvider services)
    {
        var database = services.GetRequiredService<JobLedger>().Database;
        if (!database.IsShared)
        {
            return;
        }

        await database.RunExclusivelyAsync(
            "keys",
            async () =>
            {
                foreach (var key in services.GetRequiredService<KeyFiles>().GetAllElements())
                {
                    await new KeyLedger(database).AddAsync($"key-{(string?)key.Attribute("id")}", key.ToString(SaveOptions.DisableFormatting));
                }

                services.GetRequiredService<IDataProtectionProvider>().CreateProtector("RedisPerf").Protect([]);
            },
            CancellationToken.None);
    }
}
