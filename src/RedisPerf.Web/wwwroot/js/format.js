// Writes figures as RedisPerf.Core's Reports/Figures.cs and Pages/Cells.cs do.

export const none = '–';

/** So many digits count, the others are 0. @param {number|null|undefined} value */
export function number(value, digits = 3) {
  if (value == null) {
    return none;
  }
  if (value === 0 || !Number.isFinite(value)) {
    return String(value);
  }
  // Rounded first, because rounding may carry: 9.996 is 10.0.
  const rounded = Number(value.toPrecision(digits));
  const decimals = digits - 1 - Math.floor(Math.log10(Math.abs(rounded)));
  return rounded.toFixed(Math.min(15, Math.max(0, decimals)));
}

/** For a column of seconds; what is below a millisecond names its own unit. @param {number|null|undefined} value */
export function seconds(value) {
  if (value == null || !(value > 0 && value < 0.001)) {
    return number(value);
  }
  return value < 1e-6 ? `${number(value * 1e9)} ns` : `${number(value * 1e6)} µs`;
}

/** All digits, grouped. @param {number|null|undefined} value */
export const count = (value) => (value == null ? none : Math.trunc(value).toLocaleString('en-US'));

/** Against the baseline, told as how many times as fast; only what is slower is told as how many times slower. @param {?object} ratio */
export function comparison(ratio) {
  if (!ratio) {
    return none;
  }
  const factors = ratio.verdict === 'slower'
    ? [ratio.value, ratio.low, ratio.high]
    : [1 / ratio.value, ratio.high == null ? null : 1 / ratio.high, ratio.low == null ? null : 1 / ratio.low];
  // Two digits tell 1.9 from 2.1; they would call 1.04 one, and a narrow interval a point.
  const words = (digits) => factors.map((factor) => number(factor, digits));
  const near = factors.some((factor) => factor != null && ((factor > 0.85 && factor < 1.15) || factor >= 100));
  const [value, low, high] = near || new Set(words(2)).size < factors.length ? words(3) : words(2);
  const range = ratio.low == null ? '' : ` (${low}–${high})`;
  return ratio.verdict === 'faster' || ratio.verdict === 'slower' ? `${value}× ${ratio.verdict}${range}` : `${ratio.verdict}${range}`;
}

/** Everything that is known of a figure, for the hover. @param {number|null|undefined} value @param {string} unit */
export const exact = (value, unit) => (value == null ? '' : `${value.toFixed(Math.abs(value) < 0.001 ? 15 : 9).replace(/\.?0+$/, '')} ${unit}`.trim());

/** Time left, in whole seconds: it is a guess, and it ticks. @param {number} seconds */
export function left(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 100 ? `${whole} s left` : `${Math.floor(whole / 60)} min ${whole % 60} s left`;
}

/** 1024-based, as options mean it: 32 KiB. Empty where it would say nothing new. @param {number} bytes */
export function binary(bytes) {
  if (!Number.isFinite(bytes) || bytes < 1024) {
    return '';
  }
  const units = ['KiB', 'MiB', 'GiB'];
  let unit = 0;
  let value = bytes / 1024;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${number(value).replace(/\.0+$/, '')} ${units[unit]}`;
}

/** @param {Date} at @param {Date} now */
export function relative(at, now) {
  const seconds = (now.getTime() - at.getTime()) / 1000;
  if (Math.abs(seconds) < 45) {
    // The server's clock may be a little ahead of this one: what is but a moment off has happened.
    return seconds > -5 ? 'just now' : 'in a moment';
  }
  if (Math.abs(seconds) < 3600) {
    const minutes = Math.max(1, Math.round(Math.abs(seconds) / 60));
    return seconds > 0 ? `${minutes} min ago` : `in ${minutes} min`;
  }
  const time = at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  if (at.toDateString() === now.toDateString()) {
    return `today ${time}`;
  }
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  if (at.toDateString() === tomorrow.toDateString()) {
    return `tomorrow ${time}`;
  }
  return `${at.toLocaleDateString(undefined, { year: 'numeric', month: 'short', day: 'numeric' })} ${time}`;
}
