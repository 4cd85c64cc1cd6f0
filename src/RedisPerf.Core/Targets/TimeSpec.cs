using System.Runtime.InteropServices;

namespace RedisPerf.Core.Targets;

/// <summary>The <c>timespec</c> of the system library. time_t and long are as wide as a pointer on every platform that .NET runs on.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct TimeSpec
{
    public nint Seconds;
    public nint Nanoseconds;
}
