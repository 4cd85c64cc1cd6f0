using RedisPerf.Core.Running.Profiles;

namespace RedisPerf.Core.Tests.Running.Profiles;

public class MethodNameTests
{
    [Theory]
    [InlineData("A.B.Run(int32,value class C`1<int32>)", "A.B.Run")]
    [InlineData("A.B+<RunAsync>d__21.MoveNext()", "A.B.RunAsync")]
    [InlineData("A.B+<RunAsync>d__2`1[System.__Canon].MoveNext()", "A.B.RunAsync")]
    [InlineData("A.B+Inner.Run()", "A.B.Inner.Run")]
    [InlineData("A.Task`1[System.Collections.Generic.List`1[System.Int32]].Get()", "A.Task.Get")]
    [InlineData("A.B.<Run>g__Local|67_0()", "A.B.Run.Local")]
    [InlineData("A.B+<>c.<Start>b__119_0(class System.Object)", "A.B.<Start>b__119_0")]
    [InlineData("", "")]
    public void It_has_no_parameters_no_generic_arguments_and_no_state_machine(string name, string expected) =>
        MethodName.Shorten(name).ShouldBe(expected);
}
