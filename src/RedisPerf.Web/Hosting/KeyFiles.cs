using System.Xml;
using System.Xml.Linq;
using Microsoft.AspNetCore.DataProtection.Repositories;

namespace RedisPerf.Web.Hosting;

/// <summary>The keys that protect forms and cookies, one file each. A damaged file is skipped with a warning: without its key only the
/// forms that are open now are rejected, but an exception would reject every form.</summary>
/// <remarks>The repository of the framework writes each key to the temporary folder of the system first.</remarks>
internal sealed class KeyFiles : IXmlRepository
{
    private const string Ending = ".xml";
    private const string UnfinishedEnding = ".tmp";

    private readonly string _folder;
    private readonly ILogger _logger;

    private KeyFiles(string folder, ILogger logger) => (_folder, _logger) = (folder, logger);

    /// <summary>Creates the folder if needed, and writes a file to it.</summary>
    /// <exception cref="StartupException">The folder cannot be used.</exception>
    public static KeyFiles Open(string folder, ILogger logger)
    {
        try
        {
            Directory.CreateDirectory(folder);
            foreach (var left in Directory.EnumerateFiles(folder, $"*{UnfinishedEnding}"))
            {
                File.Delete(left);
            }

            var files = new KeyFiles(folder, logger);
            File.Delete(files.Write(new XElement("probe")));
            return files;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StartupException($"The folder {folder} cannot be used ({exception.Message.TrimEnd('.')}). If it is a file, "
                + "move it away; give this user the right to write it, or choose another data folder with RedisPerf__Data.");
        }
    }

    public IReadOnlyCollection<XElement> GetAllElements() => [.. Directory.EnumerateFiles(_folder, $"*{Ending}").Select(Read).OfType<XElement>()];

    /// <summary>Stores a key.</summary>
    /// <param name="friendlyName">The name of its file: <c>key-</c> and its id.</param>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    public void StoreElement(XElement element, string friendlyName) =>
        File.Move(Write(element), Path.Combine(_folder, Path.GetFileName(friendlyName) + Ending), overwrite: true);

    // A new file, accessible to this user only.
    private string Write(XElement element)
    {
        var path = Path.Combine(_folder, $"{Guid.NewGuid():N}{UnfinishedEnding}");
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, Share = FileShare.None };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        using var file = new FileStream(path, options);
        element.Save(file);
        file.Flush(flushToDisk: true);
        return path;
    }

    // RedisPerf never revokes a key, so each of its files is a key.
    private XElement? Read(string file)
    {
        try
        {
            var key = XElement.Load(file);
            if (key.Name == "key")
            {
                return key;
            }

            _logger.LogWarning("{File} is not a key and is ignored", file);
        }
        catch (Exception exception) when (exception is XmlException or IOException or UnauthorizedAccessException)
        {
            _logger.LogWarning("The key file {File} cannot be read and is ignored: {Message}", file, exception.Message);
        }

        return null;
    }
}
