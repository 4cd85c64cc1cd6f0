using System.Text;

namespace RedisPerf.Core.Tests.Codecs;

/// <summary>JSON documents with edge cases for codecs, in different formats.</summary>
public static class TrickyDocuments
{
    public static IReadOnlyDictionary<string, string> All { get; } = new Dictionary<string, string>
    {
        ["null"] = "null",
        ["true"] = "true",
        ["a number alone"] = " 42 ",
        ["an empty string"] = "\"\"",
        ["empty containers"] = """[[],{},{"a":[],"b":{}},[[[]]],[{}]]""",
        ["an empty name"] = """{"":1,"a":{"":{"":[]}}}""",
        ["surrogate pairs"] = """["\ud83d\ude00","😀 and 𝒳","a\ud83d\ude00b",{"\ud834\udd1e":"clef"}]""",
        ["letters of two and three bytes"] = """{"Zoë":"Łukasz","日本":"東京","\u00e9":"\u20ac"}""",
        ["escapes"] = """["\"\\\/\b\f\n\r\t","\u0000\u001f\u007f","<>&'+`","\u2028\u2029","line\r\nline"]""",
        ["the edges of positive integers"] = "[0,1,127,128,255,256,65535,65536,2147483647,2147483648,4294967295,4294967296,9007199254740991]",
        ["the edges of negative integers"] = "[-1,-32,-33,-127,-128,-129,-32768,-32769,-2147483648,-2147483649,-9007199254740991]",
        ["fractions"] = "[0.1,-0.1,1.5,3.141592653589793,0.30000000000000004,-72.413958,12.000001]",
        ["whole numbers with a point or an exponent"] = "[1.0,-1.0,1e2,1E2,100e-2,0.0,1.000e+3]",
        ["very large and very small"] = "[1e300,-1e300,1.7976931348623157e308,5e-324,2.2250738585072014e-308,1e21,123456789012345678901234567890]",
        ["deep arrays"] = new string('[', 64) + new string(']', 64),
        ["deep objects"] = string.Concat(Enumerable.Repeat("{\"a\":", 63)) + "{}" + new string('}', 63),
        ["strings around each header"] = Array([31, 32, 255, 256, 65_535, 65_536, 200_000], length => $"\"{new string('x', length)}\""),
        ["escaped strings around each header"] =
            Array([31, 32, 255, 256, 1_023, 1_024, 65_535, 65_536], length => $"\"\\n{new string('x', length - 1)}\""),
        ["arrays around each header"] = Array([15, 16, 65_535, 65_536], length => Array(Enumerable.Range(0, length), item => $"{item}")),
        ["objects around each header"] =
            Array([15, 16, 65_535, 65_536], length => $"{{{string.Join(',', Enumerable.Range(0, length).Select(item => $"\"k{item}\":{item}"))}}}"),
        ["long containers inside one another"] = Array(
            Enumerable.Range(0, 40), row => Array(Enumerable.Range(0, 40), column => $$"""{"row":{{row}},"columns":[{{column}},null,true,false]}""")),
        ["much white space"] = "\r\n\t [ 1 ,\n\n 2 , { \"a\" : \t null } ]\n\n",
    };

    public static TheoryData<string> Names => [.. All.Keys];

    /// <summary>The documents below one kilobyte, as UTF-8.</summary>
    public static IEnumerable<byte[]> SmallDocuments => All.Values.Select(Encoding.UTF8.GetBytes).Where(json => json.Length < 1_024);

    private static string Array(IEnumerable<int> items, Func<int, string> text) => $"[{string.Join(',', items.Select(text))}]";
}
