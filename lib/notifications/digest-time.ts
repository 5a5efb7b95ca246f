/** When members get their daily digest. */
import { Temporal } from 'temporal-polyfill';

/**
 * Returns the first time after `now` at which it is `digestMinute` minutes past midnight in the zone. On a day on
 * which the clocks skip that time, the digest is sent right after the skipped hour.
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
