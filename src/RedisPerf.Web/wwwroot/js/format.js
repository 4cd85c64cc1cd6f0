// Writes figures as Pages/Figures.cs does: three significant digits, thousands set apart by a narrow space.

export const none = '–';
const space = '\u202f';

const grouped = (digits) => {
  const [whole, fraction] = digits.split('.');
  const apart = whole.replace('-', '').length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, space);
  return fraction === undefined ? apart : `${apart}.${fraction}`;
};

/** @param {number|null|undefined} value */
export function number(value) {
  if (value == null || !Number.isFinite(value)) {
    return none;
  }
  const magnitude = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return grouped(value.toFixed(Math.min(9, Math.max(0, 2 - magnitude))));
}

/** @param {number|null|undefined} value */
export const count = (value) => (value == null ? none : grouped(String(Math.trunc(value))));

/** Everything that is known of a figure, for the hover. @param {number|null|undefined} value @param {string} unit */
export const exact = (value, unit) => (value == null ? '' : `${Number(value.toFixed(9))} ${unit}`.trim());

/** @param {number|null|undefined} seconds */
export function duration(seconds) {
  if (seconds == null) {
    return none;
  }
  if (seconds < 0.001) {
    return `${number(seconds * 1e6)} µs`;
  }
  if (seconds < 0.1) {
    return `${number(seconds * 1e3)} ms`;
  }
  if (seconds < 99.5) {
    return `${number(seconds)} s`;
  }
  const whole = Math.trunc(seconds);
  return seconds < 3600
    ? `${Math.trunc(whole / 60)} min ${whole % 60} s`
    : `${Math.trunc(whole / 3600)} h ${Math.trunc(whole / 60) % 60} min`;
}

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
  if (seconds < 45) {
    return 'just now';
  }
  if (seconds < 3600) {
    return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  }
  const time = at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  if (at.toDateString() === now.toDateString()) {
    return `today ${time}`;
  }
  return `${at.toLocaleDateString(undefined, { year: 'numeric', month: 'short', day: 'numeric' })} ${time}`;
}
