import { formatMoment, zoneLabel } from '#lib/format/dates.ts';
import { sendWindow, toFieldValue } from '#lib/format/send-time.ts';
import type { TimeFrame } from './time-field.tsx';

/** What can be chosen, seen from `now` on the service's clock (milliseconds), in the reader's zone. */
export function timeFrame(zone: string, now: number): TimeFrame {
  const { earliest, latest } = sendWindow(now);
  return {
    zone,
    zoneLabel: zoneLabel(zone),
    min: toFieldValue(earliest, zone),
    max: toFieldValue(latest, zone),
    latest: formatMoment(latest, zone, now),
  };
}
