using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Model;

public sealed class EnumWordTests
{
    [Fact]
    public void Word_is_that_of_the_JSON_and_reads_back()
    {
        EnumWord.All<ReasonCode>().ShouldBe(Enum.GetValues<ReasonCode>().Select(code => code.ToWord()));
        foreach (var code in Enum.GetValues<ReasonCode>())
        {
            JsonSerializer.Serialize(code, ModelJson.Options).ShouldBe($"\"{code.ToWord()}\"");
            EnumWord.Read<ReasonCode>(code.ToWord()).ShouldBe(code);
        }
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("Running")]
    [InlineData("1")]
    [InlineData("completed, failed")]
    public void Another_text_is_not_read(string? text) => EnumWord.Read<JobState>(text).ShouldBeNull();
}
