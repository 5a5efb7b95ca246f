import { type DateSettings, zoneLabel } from '#lib/format/dates.ts';
import { describeSendLimits, type SendVersion, sendWindow, toFieldValue } from '#lib/forms/send-time.ts';
import type { TimeFieldOptions } from './time-field.tsx';

/**
 * Returns the range of selectable times, in the member's time zone.
 * @param now the mail service's current time, in milliseconds since the epoch
 */
export function timeFieldOptions(
  dateSettings: DateSettings,
  now: number,
  version: SendVersion = 'v1',
): TimeFieldOptions {
  const { zone } = dateSettings;
  const { earliest, latest } = sendWindow(now, version);
  return {
    version,
    zone,
    zoneLabel: zoneLabel(zone),
    min: toFieldValue(earliest, zone),
    max: toFieldValue(latest, zone),
    limitsText: describeSendLimits(now, dateSettings, version),
  };
}
