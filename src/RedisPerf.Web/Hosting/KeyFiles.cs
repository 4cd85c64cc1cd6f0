using System.Xml;
using System.Xml.Linq;
using Microsoft.AspNetCore.DataProtection.Repositories;
using Microsoft.Extensions.Logging.Abstractions;

namespace RedisPerf.Web.Hosting;

/// <summary>The keys that protect forms and cookies, one file each. A damaged file is skipped with a warning: without its key only the
/// forms that are open now are rejected, but an exception would reject every form.</summary>
internal sealed class KeyFiles : FileSystemXmlRepository
{
    private readonly ILogger _logger;

    private KeyFiles(DirectoryInfo folder, ILogger logger)
        : base(folder, NullLoggerFactory.Instance) => _logger = logger;

    /// <summary>Creates the folder if needed.</summary>
    /// <exception cref="StartupException">The folder cannot be used.</exception>
    public static KeyFiles Open(string folder, ILogger logger)
    {
        try
        {
            return new(System.IO.Directory.CreateDirectory(folder), logger);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StartupException($"The folder {folder} cannot be used ({exception.Message.TrimEnd('.')}). If it is a file, "
                + "move it away; give this user the right to write it, or choose another data folder with RedisPerf__Data.");
        }
    }

    public override IReadOnlyCollection<XElement> GetAllElements() => [.. Directory.EnumerateFiles("*.xml").Select(Read).OfType<XElement>()];

    // RedisPerf never revokes a key, so each of its files is a key.
    private XElement? Read(FileInfo file)
    {
        try
        {
            var key = XElement.Load(file.FullName);
            if (key.Name == "key")
            {
                return key;
            }

            _logger.LogWarning("{File} is not a key and is ignored", file.FullName);
        }
        catch (Exception exception) when (exception is XmlException or IOException or UnauthorizedAccessException)
        {
            _logger.LogWarning("The key file {File} cannot be read and is ignored: {Message}", file.FullName, exception.Message);
        }

        return null;
    }
}
