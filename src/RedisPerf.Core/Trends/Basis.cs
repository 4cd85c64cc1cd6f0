namespace RedisPerf.Core.Trends;

/// <summary>What a case's time is held against.</summary>
public enum Basis
{
    /// <summary>Its own time of the nights before: what holds when the whole machine is slower.</summary>
    Itself,

    /// <summary>Its own, over what the other strategies of the same night tell of the machine: sharper, because a machine's good and bad nights cancel.</summary>
    Others,
}
