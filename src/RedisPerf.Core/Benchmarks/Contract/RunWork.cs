namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>What one run of a case does, as far as its duration depends on it. Multiplied with the speed of a machine, it is the estimate of
/// a run that was never measured.</summary>
public sealed record RunWork
{
    /// <summary>The time on the clock that the options set.</summary>
    public double Seconds { get; init; }

    /// <summary>The time of computations without a server, on the reference machine.</summary>
    public double ComputedSeconds { get; init; }

    /// <summary>Replies that are awaited one after the other.</summary>
    public double RoundTrips { get; init; }

    /// <summary>Commands that do not wait for each other; a fraction for a field or an element of a long command.</summary>
    public double Commands { get; init; }

    /// <summary>Bytes of the values that are sent or received.</summary>
    public double Bytes { get; init; }

    /// <summary>The time of a byte, relative to a command that stores or reads it once.</summary>
    public double ByteFactor { get; init; } = 1;

    /// <summary>The codecs that encode or decode these bytes.</summary>
    public IReadOnlyList<CodecWork> Codecs { get; init; } = [];

    /// <summary>Commands before the clock starts that load the data of the run, and their bytes. They pass a simulated link.</summary>
    public double LoadedCommands { get; init; }

    /// <inheritdoc cref="LoadedCommands"/>
    public double LoadedBytes { get; init; }

    /// <summary>The time before the clock starts that the options set.</summary>
    public double LoadedSeconds { get; init; }

    /// <summary>Commands that verify the run and remove its data, and their bytes.</summary>
    public double CheckedCommands { get; init; }

    /// <inheritdoc cref="CheckedCommands"/>
    public double CheckedBytes { get; init; }

    /// <summary>Parts of the run, each with its own connection, verification and removal.</summary>
    public int Slices { get; init; } = 1;

    /// <summary>Data that is loaded once for all cases of a server with an equal key, in commands; null without it.</summary>
    public (object Key, double Commands)? Shared { get; init; }
}

/// <summary>The work of a codec in a run.</summary>
/// <param name="Codec">The name of the codec: <c>gzip</c>.</param>
/// <param name="Level">Its level, as its option counts it.</param>
/// <param name="Values">Number of values.</param>
/// <param name="Decodes">Whether the run decodes them; their encoding is then before the clock.</param>
/// <param name="OnAllCores">Whether all cores encode or decode in parallel.</param>
public sealed record CodecWork(string Codec, int Level, double Values, bool Decodes = false, bool OnAllCores = true);
