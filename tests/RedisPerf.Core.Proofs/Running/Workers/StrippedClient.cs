using System.Text;
using RedisPerf.Core.Running.Workers;

namespace RedisPerf.Core.Proofs.Running.Workers;

/// <summary>A client without a member: a copy of a worker in which the library has another name for it.</summary>
internal static class StrippedClient
{
    /// <param name="folder">The folder of the new client.</param>
    /// <param name="client">The client of the copied worker.</param>
    /// <param name="name">The name of the member.</param>
    public static void Create(string folder, string client, string name)
    {
        Directory.CreateDirectory(folder);
        foreach (var file in Directory.GetFiles(Path.GetDirectoryName(ClientCatalogue.Of("").Find(client))!))
        {
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
        }

        // A library has each name of its members once, as text between zeros.
        var library = Path.Combine(folder, "StackExchange.Redis.dll");
        var content = File.ReadAllBytes(library);
        var position = content.AsSpan().IndexOf(Encoding.ASCII.GetBytes($"\0{name}\0"));
        position.ShouldBeGreaterThan(0);
        content[position + 1] = (byte)'_';
        File.WriteAllBytes(library, content);
    }
}
