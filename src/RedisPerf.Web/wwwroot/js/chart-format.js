// Formats the ticks and tooltips of charts as NumberFormat.cs formats figures. The server formats all other figures.


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

/** Seconds; a value below a millisecond has its own unit. @param {number|null|undefined} value */
export function seconds(value) {
  if (value == null || !(value > 0 && value < 0.001)) {
    return number(value);
  }
  return value < 1e-6 ? `${number(value * 1e9)} ns` : `${number(value * 1e6)} µs`;
}

/** All known digits. @param {number|null|undefined} value @param {string} unit */
export const exact = (value, unit) => (value == null ? '' : `${value.toFixed(Math.abs(value) < 0.001 ? 15 : 9).replace(/\.?0+$/, '')} ${unit}`.trim());
