using System.Text.RegularExpressions;

namespace RedisPerf.Core.Running.Profiles;

/// <summary>The name of a method of .NET as a person would write it: without its parameters, without generic arguments, and an asynchronous
/// method without its state machine.</summary>
internal static partial class MethodName
{
    /// <param name="name">The name of the runtime, such as <c>A.B+&lt;RunAsync&gt;d__21.MoveNext()</c>.</param>
    public static string Shorten(string name)
    {
        var parameters = name.IndexOf('(', StringComparison.Ordinal);
        var text = GenericArguments().Replace(parameters < 0 ? name : name[..parameters], "");
        text = StateMachine().Replace(text, ".${method}");
        text = LocalFunction().Replace(text, "${method}.${local}");
        return Arity().Replace(Closure().Replace(text, ""), "").Replace('+', '.');
    }

    [GeneratedRegex(@"\[[^\[\]]*(?:\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\][^\[\]]*)*\]")]
    private static partial Regex GenericArguments();

    [GeneratedRegex(@"\+<(?:<?(?<method>\w+)>?[^>]*)>d(?:__\d+)?(?:`\d+)?\.MoveNext$")]
    private static partial Regex StateMachine();

    [GeneratedRegex(@"<(?<method>\w+)>g__(?<local>\w+)\|[\d_]+")]
    private static partial Regex LocalFunction();

    [GeneratedRegex(@"\+<>c(?:__DisplayClass[\d_]+)?(?:`\d+)?(?=[.+])")]
    private static partial Regex Closure();

    [GeneratedRegex(@"`\d+")]
    private static partial Regex Arity();
}
