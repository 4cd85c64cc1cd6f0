using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Tests.Targets.Started;

public sealed class DiskProbeTests
{
    private static readonly string[] Mounts =
    [
        "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro",
        "30 22 0:25 / /dev/shm rw,nosuid shared:2 - tmpfs tmpfs rw",
        "40 22 8:17 / /data rw,relatime - xfs /dev/sdb1 rw",
        @"41 22 8:18 / /my\040data rw,relatime - btrfs /dev/disk\040two rw",
        "42 22 8:33 / /data rw,relatime master:3 propagate_from:2 - ext4 /dev/sdc1 rw",
        "broken",
    ];

    [Theory]
    [InlineData("/home/me/redisperf", "/dev/sda1", "ext4")]
    [InlineData("/data/redisperf", "/dev/sdc1", "ext4")]
    [InlineData("/database", "/dev/sda1", "ext4")]
    [InlineData("/data", "/dev/sdc1", "ext4")]
    [InlineData("/my data/x", "/dev/disk two", "btrfs")]
    [InlineData("/dev/shm/x", "tmpfs", "tmpfs")]
    public void The_disk_of_a_folder_is_that_of_the_last_mount_above_it(string path, string device, string fileSystem) =>
        DiskProbe.Find(Mounts, path).ShouldBe((device, fileSystem));

    [Fact]
    public async Task The_probe_leaves_no_file()
    {
        using var data = new DataFolder();
        Directory.CreateDirectory(data.Path);

        var disk = await DiskProbe.MeasureAsync(data.Path, Ct);

        disk.SyncSeconds.ShouldBeGreaterThan(0);
        Directory.GetFiles(data.Path).ShouldBeEmpty();
    }
}
