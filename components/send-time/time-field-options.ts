import { zoneLabel } from '#lib/format/dates.ts';
import { describeSendLimits, type SendVersion, sendWindow, toFieldValue } from '#lib/forms/send-time.ts';
import type { TimeFieldOptions } from './time-field.tsx';

/**
 * The times that can be chosen, in the reader's zone.
 * @param now the service's clock, milliseconds
 */
export function timeFieldOptions(zone: string, now: number, version: SendVersion = 'v1'): TimeFieldOptions {
  const { earliest, latest } = sendWindow(now, version);
  return {
    version,
    zone,
    zoneLabel: zoneLabel(zone),
    min: toFieldValue(earliest, zone),
    max: toFieldValue(latest, zone),
    limitsText: describeSendLimits(now, zone, version),
  };
}
