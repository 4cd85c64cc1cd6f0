using System.Xml;

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
}
