// Formats the ticks and tooltips of charts as NumberFormat.cs formats figures. The server formats all other figures: only the
// browser has the ticks of an axis, and the unit of all values that a running job has drawn so far.

const none = '–';

/** Three significant digits. @param {number|null|undefined} value */
export function number(value, digits = 3) {
  if (value == null) {
    return none;
  }
  if (value === 0 || !Number.isFinite(value)) {
    return String(value);
  }
  // Rounded before the digits are counted: 9.996 becomes 10.0.
  const rounded = Number(value.toPrecision(digits));
  const decimals = digits - 1 - Math.floor(Math.log10(Math.abs(rounded)));
  return rounded.toFixed(Math.min(15, Math.max(0, decimals)));
}

/** All digits, grouped: 495,000. @param {number} value */
export const whole = (value) => value.toLocaleString('en-US');

const sizes = [['GB', 2 ** 30], ['MB', 2 ** 20], ['KB', 2 ** 10]];

/** A value of the axis of a curve: 8 KB, or a plain number. @param {number} value @param {?string} unit */
export function pointOf(value, unit) {
  const [size, bytes] = (unit === 'bytes' && sizes.find(([, each]) => value % each === 0)) || ['', 1];
  return value > 0 && size ? `${whole(value / bytes)} ${size}` : whole(value);
}

/** The title of the axis of a curve. Sizes have their unit at each value. @param {{label: string, unit: ?string}} axis */
export const titleOf = ({ label, unit }) => (unit && unit !== 'bytes' ? `${label}, ${unit}` : label);

/** The units of times, as in ColumnScale.cs. */
const units = [['s', 1], ['ms', 1e3], ['µs', 1e6], ['ns', 1e9]];
const smallest = 0.3;

/**
 * The unit of an axis and its tooltips, chosen for all its values.
 * @param {number[]} seconds @returns {{unit: string, factor: number}}
 */
export function unitOf(seconds) {
  const known = seconds.filter((value) => value > 0 && Number.isFinite(value));
  if (known.length === 0) {
    return { unit: 's', factor: 1 };
  }
  const middle = Math.sqrt(known.reduce((low, value) => Math.min(low, value))) * Math.sqrt(known.reduce((high, value) => Math.max(high, value)));
  const [unit, factor] = units.find(([, each]) => middle * each >= smallest) ?? units.at(-1);
  return { unit, factor };
}
