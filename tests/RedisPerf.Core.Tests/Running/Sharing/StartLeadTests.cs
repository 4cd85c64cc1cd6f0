using RedisPerf.Core.Running.Sharing;

namespace RedisPerf.Core.Tests.Running.Sharing;

public sealed class StartLeadTests
{
    [Fact]
    public void The_lead_shrinks_to_what_the_messages_take()
    {
        var lead = new StartLead();
        lead.Next.TotalMilliseconds.ShouldBe(300, "no node has run the code yet");

        Adapt(lead, messages: 0.005, slices: 12);

        lead.Next.TotalMilliseconds.ShouldBe(40, 1);
    }

    [Fact]
    public void A_slow_message_makes_the_next_lead_longer_at_once()
    {
        var lead = new StartLead();
        Adapt(lead, messages: 0.005, slices: 12);

        Adapt(lead, messages: 0.06, slices: 1);

        lead.Next.TotalMilliseconds.ShouldBe(150, 1);
    }

    [Fact]
    public void The_lead_has_a_limit()
    {
        var lead = new StartLead();

        Adapt(lead, messages: 20, slices: 3);

        lead.Next.TotalSeconds.ShouldBe(2);
    }

    private static void Adapt(StartLead lead, double messages, int slices)
    {
        for (var slice = 0; slice < slices; slice++)
        {
            lead.Adapt(lead.Next.TotalSeconds - messages);
        }
    }
}
