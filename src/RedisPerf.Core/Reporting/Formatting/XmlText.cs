using System.Xml;
using System.Xml.Linq;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>Text that is valid in XML.</summary>
internal static class XmlText
{
    /// <summary>Replaces control characters and unpaired surrogates, which an error message may contain, with U+FFFD.</summary>
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

    /// <summary>The content of a sentence with its names, which are in backticks, as code.</summary>
    public static IEnumerable<object> Sentence(string sentence) =>
        sentence.Split('`').Select((part, index) => index % 2 == 0 ? (object)Of(part) : new XElement("code", Of(part)));
}
