namespace RedisPerf.Core.Trends;

/// <summary>The reference that the time of a case is compared with.</summary>
public enum Basis
{
    /// <summary>The case's own time in the earlier runs. It detects that the whole machine became slower.</summary>
    Itself,

    /// <summary>The case's own time, corrected by the other strategies of the same run. It is more precise, because variation of
    /// the machine cancels.</summary>
    Others,

    /// <summary>The case's time divided by that of the floor in the same run, because the floor shows that the machine changed.</summary>
    Floor,
}
