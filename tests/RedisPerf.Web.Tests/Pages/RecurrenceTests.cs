using Microsoft.Extensions.Primitives;
using RedisPerf.Web.Pages.Schedules;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The picker and the description of the times of a schedule.</summary>
public sealed class RecurrenceTests
{
    [Theory]
    [InlineData("5 * * * *", "every hour at minute 5")]
    [InlineData("30 2 * * *", "every day at 02:30")]
    [InlineData("00 02 * * *", "every day at 02:00")]
    [InlineData("30 2 * * 1", "every Monday at 02:30")]
    [InlineData("30 2 * * 7", "every Sunday at 02:30")]
    [InlineData("30 2 * * MON-FRI", "Monday to Friday at 02:30")]
    [InlineData("30 2 * * sat,0", "Saturday and Sunday at 02:30")]
    [InlineData("30 2 * * 5-1", "Monday, Friday, Saturday and Sunday at 02:30")]
    [InlineData("30 2 * * 0-6", "every day at 02:30")]
    [InlineData("30 2 * * 0-7", "every day at 02:30")]
    public void Hourly_daily_and_weekly_recurrences_have_a_text(string cron, string words) => Recurrence.Of(cron).ToString().ShouldBe(words);

    [Theory]
    [InlineData("*/15 * * * *")]
    [InlineData("30 2 1 * *")]
    [InlineData("30 2 * 1 *")]
    [InlineData("30 2,3 * * *")]
    [InlineData("5 * * * 1")]
    [InlineData("30 2 * * */2")]
    [InlineData("30 2 * * MON-FRI/2")]
    public void Any_other_expression_is_shown_unchanged(string cron)
    {
        var when = Recurrence.Of(cron);

        when.ToString().ShouldBe(cron);
        when.ToCron().ShouldBe((cron, null));
    }

    [Theory]
    [InlineData("5 * * * *", "5 * * * *")]
    [InlineData("30 2 * * *", "30 2 * * *")]
    [InlineData("30 2 * * 1-3", "30 2 * * MON,TUE,WED")]
    [InlineData("30 2 * * 7", "30 2 * * SUN")]
    public void A_recurrence_converts_back_to_its_expression(string cron, string picked) => Recurrence.Of(cron).ToCron().ShouldBe((picked, null));

    [Theory]
    [InlineData("hour", "minute", "60", "The minute must be a whole number from 0 to 59.")]
    [InlineData("hour", "minute", "", "The minute must be a whole number from 0 to 59.")]
    [InlineData("day", "at", "25:00", "The time must be hours and minutes, such as 02:30.")]
    [InlineData("week", "at", "noon", "The time must be hours and minutes, such as 02:30.")]
    [InlineData("week", "days", "9", "Choose at least one day of the week.")]
    public void Invalid_input_has_an_error(string every, string field, string value, string sentence) =>
        Recurrence.Sent([new("every", every), new(field, new StringValues(value))]).ToCron().ShouldBe((null, sentence));

    [Fact]
    public void Accepts_times_in_the_formats_of_browsers() =>
        Recurrence.Sent([new("every", "week"), new("at", "04:05"), new("days", new StringValues(["0", "6", "6"]))]).ToCron().Cron
            .ShouldBe("5 4 * * SUN,SAT");
}
