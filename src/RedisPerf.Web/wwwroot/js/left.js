/** The time left, in whole seconds. @param {number} seconds */
export function left(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 100 ? `${whole} s left` : `${Math.floor(whole / 60)} min ${whole % 60} s left`;
}
