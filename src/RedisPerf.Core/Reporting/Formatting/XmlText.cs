using System.Xml;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>Text as a document can hold it.</summary>
internal static class XmlText
{
    /// <summary>An error's text may hold control characters or halves of a surrogate pair; each becomes U+FFFD.</summary>
    public static string Of(string text)
    {
        var characters = text.ToCharArray();
        for (var index = 0; index < characters.Length; index++)
        {
            if (index + 1 < characters.Length && XmlConvert.IsXmlSurrogatePair(characters[index + 1], characters[index]))
            {
                index++;
            }
            else if (!XmlConvert.IsXmlChar(characters[index]))
            {
                characters[index] = '\uFFFD';
            }
        }

        return new(characters);
    }
}
