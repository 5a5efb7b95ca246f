import { type DateSettings, zoneLabel } from '#lib/format/dates.ts';
import { sendPresets } from '#lib/forms/send-days.ts';
import { describeSendLimits, type SendVersion, sendWindow, toFieldValue } from '#lib/forms/send-time.ts';
import type { TimeFieldOptions } from './time-field.tsx';

/**
 * Returns the range of selectable times and the suggested times, in the member's time zone.
 * @param now the mail service's current time, in milliseconds since the epoch
 * @param at the time that the page's URL contains, from `readPresetParam`. Undefined if the page doesn't read a time
 * from the URL.
 * @param otherParams the parameters that a suggested time's link keeps
 */
export function timeFieldOptions(
  dateSettings: DateSettings,
  now: number,
  version: SendVersion = 'v1',
  at?: string,
  otherParams: Readonly<Record<string, string>> = {},
): TimeFieldOptions {
  const { zone } = dateSettings;
  const { earliest, latest } = sendWindow(now, version);
  return {
    version,
    zone,
    zoneLabel: zoneLabel(zone),
    at: at ?? '',
    min: toFieldValue(earliest, zone),
    max: toFieldValue(latest, zone),
    limitsText: describeSendLimits(now, dateSettings, version),
    presets: sendPresets(now, dateSettings).map((preset) => ({
      ...preset,
      href: at === undefined ? undefined : `?${new URLSearchParams({ ...otherParams, at: preset.at })}`,
    })),
  };
}
