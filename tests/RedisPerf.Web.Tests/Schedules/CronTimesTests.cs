using System.Globalization;
using RedisPerf.Web.Schedules;

namespace RedisPerf.Web.Tests.Schedules;

/// <summary>Cron in time zones, especially at daylight saving changes.</summary>
public sealed class CronTimesTests
{
    [Theory]
    // In spring 02:30 does not exist: it moves to the end of the gap.
    [InlineData("30 2 * * *", "Europe/Berlin", "2027-03-27T12:00Z", "03-28 03:00 +02:00", "03-29 02:30 +02:00")]
    [InlineData("30 2 * * *", "America/New_York", "2027-03-13T12:00Z", "03-14 03:00 -04:00", "03-15 02:30 -04:00")]
    [InlineData("15 2 * * *", "Australia/Lord_Howe", "2027-10-02T00:00Z", "10-03 02:30 +11:00", "10-04 02:15 +11:00")]
    [InlineData("0 2,3 * * *", "Europe/Berlin", "2027-03-27T12:00Z", "03-28 03:00 +02:00", "03-29 02:00 +02:00")]
    // In autumn it occurs twice: the first occurrence counts.
    [InlineData("30 2 * * *", "Europe/Berlin", "2027-10-30T12:00Z", "10-31 02:30 +02:00", "11-01 02:30 +01:00")]
    [InlineData("30 2 * * *", "Europe/Berlin", "2027-10-31T00:45Z", "11-01 02:30 +01:00", "11-02 02:30 +01:00")]
    [InlineData("30 1 * * *", "America/New_York", "2027-11-06T12:00Z", "11-07 01:30 -04:00", "11-08 01:30 -05:00")]
    [InlineData("45 1 * * *", "Australia/Lord_Howe", "2027-04-03T00:00Z", "04-04 01:45 +11:00", "04-05 01:45 +10:30")]
    // Expressions that repeat within the day run in both hours, and after the gap.
    [InlineData(
        "*/30 * * * *", "Europe/Berlin", "2027-10-31T00:00Z", "10-31 02:30 +02:00", "10-31 02:00 +01:00", "10-31 02:30 +01:00", "10-31 03:00 +01:00")]
    [InlineData("* * * * *", "Europe/Berlin", "2027-03-28T00:58Z", "03-28 01:59 +01:00", "03-28 03:00 +02:00", "03-28 03:01 +02:00")]
    [InlineData("*/15 * * * *", "Australia/Lord_Howe", "2027-04-03T14:44Z", "04-04 01:45 +11:00", "04-04 01:30 +10:30",
        "04-04 01:45 +10:30", "04-04 02:00 +10:30")]
    // Days: either of the two fields matches when both are restricted; 0 and 7 are Sunday; names are case-insensitive.
    [InlineData("0 0 13 * 5", "UTC", "2027-01-01T00:00Z", "01-08 00:00 +00:00", "01-13 00:00 +00:00", "01-15 00:00 +00:00")]
    [InlineData("0 0 * * 7", "UTC", "2027-01-01T00:00Z", "01-03 00:00 +00:00")]
    [InlineData("0 0 * * 0", "UTC", "2027-01-01T00:00Z", "01-03 00:00 +00:00")]
    [InlineData("0  0 29 feb *", "UTC", "2027-01-01T00:00Z", "02-29 00:00 +00:00")]
    [InlineData("5/20 22-23 * * sat,SUN", "UTC", "2027-01-01T00:00Z", "01-02 22:05 +00:00", "01-02 22:25 +00:00")]
    public void Times_follow_the_local_time_of_the_zone(string cron, string zoneName, string after, params string[] expected)
    {
        var zone = Zones.Find(zoneName).ShouldNotBeNull().Info;
        var times = CronTimes.Parse(cron, zone, out _).ShouldNotBeNull();

        var found = times.AllAfter(DateTimeOffset.Parse(after, CultureInfo.InvariantCulture)).Take(expected.Length).ToArray();

        found.ShouldAllBe(time => time.Offset == TimeSpan.Zero);
        found.Select(time => TimeZoneInfo.ConvertTime(time, zone).ToString("MM-dd HH:mm zzz", CultureInfo.InvariantCulture)).ShouldBe(expected);
    }

    [Theory]
    [InlineData("")]
    [InlineData("every night")]
    [InlineData("* * * *")]
    [InlineData("0 30 2 * * *")]
    [InlineData("@daily")]
    [InlineData("60 * * * *")]
    [InlineData("99 * * * *")]
    [InlineData("5,99 * * * *")]
    [InlineData("0-99/5 * * * *")]
    [InlineData("* 99 * * *")]
    [InlineData("* * 99 * *")]
    [InlineData("* * * 99 *")]
    [InlineData("* * * * 99")]
    [InlineData("* 24 * * *")]
    [InlineData("* * 0 * *")]
    [InlineData("* * * 13 *")]
    [InlineData("* * * * 8")]
    [InlineData("*/0 * * * *")]
    [InlineData("5- * * * *")]
    [InlineData("1,,2 * * * *")]
    [InlineData("* * L * *")]
    [InlineData("* * 15W * *")]
    [InlineData("* * * * 5#2")]
    [InlineData("H * * * *")]
    [InlineData("? ? ? ? ?")]
    [InlineData("* * * foo *")]
    public void Rejects_expressions_that_crontab_does_not_support(string cron)
    {
        CronTimes.Parse(cron, TimeZoneInfo.Utc, out var sentence).ShouldBeNull();

        sentence.ShouldStartWith("cron must have five fields: minute (0-59), ");
    }

    [Theory]
    [InlineData("0 0 30 2 *")]
    [InlineData("0 0 31 4,6 *")]
    public void Rejects_a_day_that_does_not_exist(string cron)
    {
        CronTimes.Parse(cron, TimeZoneInfo.Utc, out var sentence).ShouldBeNull();

        sentence.ShouldBe("cron must match an existing day; 30 February, for example, does not exist.");
    }

    [Theory]
    [InlineData("UTC", true)]
    [InlineData("Europe/Berlin", true)]
    [InlineData("Asia/Calcutta", true)]
    [InlineData("US/Pacific", true)]
    [InlineData("America/Argentina/Buenos_Aires", true)]
    [InlineData("Mars/Olympus", false)]
    [InlineData("Europe", false)]
    [InlineData("../Europe/Berlin", false)]
    [InlineData("/etc/localtime", false)]
    [InlineData("", false)]
    public void A_zone_has_its_iana_name(string name, bool isKnown)
    {
        (Zones.Find(name)?.Name).ShouldBe(isKnown ? name : null);
    }

    [Theory]
    [InlineData("W. Europe Standard Time", "Europe/Berlin")]
    [InlineData("India Standard Time", "Asia/Kolkata")]
    [InlineData("utc", "UTC")]
    [InlineData("europe/berlin", "Europe/Berlin")]
    public void A_name_of_Windows_or_in_another_case_becomes_the_IANA_name(string name, string iana) =>
        Zones.Find(name).ShouldNotBeNull().Name.ShouldBe(iana);

    [Fact]
    public void All_zones_of_the_form_are_valid()
    {
        Zones.Names.ShouldContain("UTC");
        Zones.Names.ShouldContain("Europe/Berlin");
        Zones.Names.Where(name => Zones.Find(name) is null).ShouldBeEmpty();
        Zones.Find(Zones.Local).ShouldNotBeNull();
    }
}
