const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Parts {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

function splitDuration(ms: number): Parts {
  const left = Math.max(0, ms);
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor(left / HOUR) % 24,
    minutes: Math.floor(left / MINUTE) % 60,
    seconds: Math.floor(left / SECOND) % 60,
  };
}

const padTwo = (n: number) => String(n).padStart(2, '0');

/**
 * Formats the time left as a countdown, such as "2 d 22:14:08", "22:14:08", or "14:08". Formats negative
 * values as "00:00".
 */
export function formatCountdown(ms: number): string {
  const { days, hours, minutes, seconds } = splitDuration(ms);
  const clock = `${padTwo(minutes)}:${padTwo(seconds)}`;
  if (days > 0) return `${days} d ${padTwo(hours)}:${clock}`;
  return hours > 0 ? `${padTwo(hours)}:${clock}` : clock;
}

/**
 * Formats the time left, rounded down, such as "2 d 22 h", "3 h 5 min", "11 min", or "less than a minute".
 */
export function formatTimeLeft(ms: number): string {
  const { days, hours, minutes } = splitDuration(ms);
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return minutes > 0 ? `${minutes} min` : 'less than a minute';
}

/** Formats the time left as an ISO 8601 duration for <time datetime>, such as "PT70H14M8S". */
export function toIsoDuration(ms: number): string {
  const { days, hours, minutes, seconds } = splitDuration(ms);
  return `PT${days * 24 + hours}H${minutes}M${seconds}S`;
}

/**
 * Formats the time between `now` and `at`, such as "in 3 days", "in 15 minutes", "2 hours ago", or "now".
 * Both times are in milliseconds.
 */
export function formatDistance(at: number, now: number): string {
  const ms = at - now;
  const size = Math.abs(ms);
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  if (size < MINUTE / 2) return 'now';
  if (size < 1.5 * HOUR) return words.format(Math.round(ms / MINUTE), 'minute');
  if (size < 1.5 * DAY) return words.format(Math.round(ms / HOUR), 'hour');
  return words.format(Math.round(ms / DAY), 'day');
}

/** Formats an age in whole days, such as "31 days". */
export function formatAge(ms: number): string {
  const { days } = splitDuration(ms);
  if (days === 0) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}
