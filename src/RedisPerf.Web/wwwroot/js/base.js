/** The path below which users reach RedisPerf, without a slash at its end: empty, or the path of a reverse proxy. */
export const base = new URL('..', import.meta.url).pathname.slice(0, -1);
