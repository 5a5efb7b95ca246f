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

function split(ms: number): Parts {
  const left = Math.max(0, ms);
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor(left / HOUR) % 24,
    minutes: Math.floor(left / MINUTE) % 60,
    seconds: Math.floor(left / SECOND) % 60,
  };
}

const two = (n: number) => String(n).padStart(2, '0');

/** Milliseconds left, ticking: "2 d 22:14:08", "22:14:08", "14:08". Never below "00:00". */
export function clockLeft(ms: number): string {
  const { days, hours, minutes, seconds } = split(ms);
  const clock = `${two(minutes)}:${two(seconds)}`;
  if (days > 0) return `${days} d ${two(hours)}:${clock}`;
  return hours > 0 ? `${two(hours)}:${clock}` : clock;
}

/** Milliseconds left, at a glance: "2 d 22 h", "3 h 5 min", "11 min", "less than a minute". */
export function roughlyLeft(ms: number): string {
  const { days, hours, minutes } = split(ms);
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return minutes > 0 ? `${minutes} min` : 'less than a minute';
}

/** Milliseconds left as an ISO 8601 duration, for <time datetime>: "PT70H14M8S". */
export function isoDuration(ms: number): string {
  const { days, hours, minutes, seconds } = split(ms);
  return `PT${days * 24 + hours}H${minutes}M${seconds}S`;
}

/** A distance in time in words: "in 3 days", "in 15 minutes", "2 hours ago", "now". */
export function fromNow(at: number, now: number): string {
  const ms = at - now;
  const size = Math.abs(ms);
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  if (size < MINUTE / 2) return 'now';
  if (size < 1.5 * HOUR) return words.format(Math.round(ms / MINUTE), 'minute');
  if (size < 1.5 * DAY) return words.format(Math.round(ms / HOUR), 'hour');
  return words.format(Math.round(ms / DAY), 'day');
}
