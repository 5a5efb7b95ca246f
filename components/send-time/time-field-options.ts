import { zoneLabel } from '#lib/format/dates.ts';
import { type SendVersion, sendLimits, sendWindow, toFieldValue } from '#lib/forms/send-time.ts';
import type { TimeFieldOptions } from './time-field.tsx';

/** What can be chosen, seen from `now` on the service's clock (milliseconds), in the reader's zone. */
export function timeFieldOptions(zone: string, now: number, version: SendVersion = 'v1'): TimeFieldOptions {
  const { earliest, latest } = sendWindow(now, version);
  return {
    version,
    zone,
    zoneLabel: zoneLabel(zone),
    min: toFieldValue(earliest, zone),
    max: toFieldValue(latest, zone),
    limits: sendLimits(now, zone, version),
  };
}
