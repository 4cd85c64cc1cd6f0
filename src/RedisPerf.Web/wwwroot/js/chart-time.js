// The ticks of a time axis: full hours, and the starts of days, weeks and months, in the time zone of the reader.

/** From the shortest step on; days start at midnight, weeks on Monday. */
const steps = [{ hours: 1 }, { hours: 3 }, { hours: 6 }, { hours: 12 }, { days: 1 }, { days: 2 }, { days: 7 }, { days: 14 }, { months: 1 },
  { months: 3 }, { months: 12 }, { months: 60 }];

/** The last start of a step before a time. @param {number} time */
function startOf(time, { days = 0, months = 0 }) {
  const start = new Date(time);
  start.setHours(0, 0, 0, 0);
  if (days >= 7) {
    start.setDate(start.getDate() - ((start.getDay() + 6) % 7));
  } else if (months) {
    start.setMonth(start.getMonth() - (start.getMonth() % Math.min(12, months)), 1);
  }
  return start;
}

function advance(date, { hours = 0, days = 0, months = 0 }) {
  if (hours) {
    date.setHours(date.getHours() + hours);
  } else {
    date.setMonth(date.getMonth() + months, date.getDate() + days);
  }
}

/**
 * The times of the shortest step with at most a number of ticks.
 * @param {number} first milliseconds @param {number} last milliseconds @param {number} most
 * @returns {{value: number, label: string}[]}
 */
export function timeTicks(first, last, most) {
  for (const step of steps) {
    const ticks = [];
    for (const at = startOf(first, step); at <= last && ticks.length <= most; advance(at, step)) {
      if (at >= first) {
        ticks.push({ value: at.getTime(), label: labelOf(at, step) });
      }
    }
    if (ticks.length <= most) {
      return ticks;
    }
  }
  return [];
}

/**
 * Ticks for equidistant times: the day of every nth one, or its time where the tick before it has the same day.
 * @param {number[]} times milliseconds, in order @param {number} most
 * @returns {{value: number, label: string}[]}
 */
export function placeTicks(times, most) {
  const step = Math.ceil(times.length / most);
  const shown = times.map((time, value) => ({ value, date: new Date(time) })).filter(({ value }) => value % step === 0);
  const isSameDay = (index) => index > 0 && shown[index].date.toDateString() === shown[index - 1].date.toDateString();
  return shown.map(({ value, date }, index) => ({ value, label: labelOf(date, { hours: isSameDay(index) ? 1 : 0 }) }));
}

function labelOf(date, { hours, months }) {
  if (hours && date.getHours() !== 0) {
    return date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  }
  return months
    ? date.toLocaleDateString(undefined, { month: 'short', year: 'numeric' })
    : date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}
