/** When members get their daily digest. */
import { Temporal } from 'temporal-polyfill';

/**
 * Returns the first time after `now` at which it is `digestMinute` minutes past midnight in the zone. If the
 * clocks skip that time on a certain day, the digest is delayed by the skipped amount: 2:30 AM becomes 3:30
 * AM.
 * @param now in milliseconds since the epoch
 */
export function nextDigestAt(now: number, digestMinute: number, zone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const time = Temporal.PlainTime.from({
    hour: Math.floor(digestMinute / 60) % 24,
    minute: digestMinute % 60,
  });
  const [first = now, second = now] = [0, 1].map(
    (days) =>
      today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().epochMilliseconds,
  );
  return new Date(first > now ? first : second);
}
