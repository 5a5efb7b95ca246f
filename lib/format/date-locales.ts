/**
 * Chooses the locale for formatting dates. Mailroom's text is in English, so the locale is always English,
 * such as "en-DE" for a browser set to German.
 */

/** The locale for readers whose language is unknown. */
export const DEFAULT_LOCALE = 'en-US';

/** The locales that members can choose, with the regions that the profile page shows. */
export const DATE_LOCALES = {
  'en-US': 'United States',
  'en-CA': 'Canada',
  'en-GB': 'United Kingdom',
  'en-150': 'Europe',
  'en-AU': 'Australia',
  'en-IN': 'India',
  'en-JP': 'Japan',
  'en-ZA': 'South Africa',
} as const;
export type DateLocale = keyof typeof DATE_LOCALES;

/**
 * Returns the locale for the first language tag whose region is known.
 * @param tags language tags from a request or a profile, in order of preference. Invalid tags are skipped.
 */
export function chooseDateLocale(tags: readonly string[]): string {
  for (const tag of tags) {
    const region = regionOf(tag);
    if (region !== undefined) return localeOfRegion(region);
  }
  return DEFAULT_LOCALE;
}

/**
 * Returns a language tag's region, such as "DE" for "de" or "AT" for "de-AT". Returns undefined if the tag is
 * invalid or names no region.
 */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region;
  } catch {
    // Intl throws for an invalid tag, and "*" isn't a tag.
    return undefined;
  }
}

/**
 * Returns the region's English locale. If the region has none, returns the European locale for a 24-hour clock
 * or the world locale for a 12-hour clock. Both of these locales put the day before the month. Without this
 * fallback, Intl would format dates as in the United States.
 */
function localeOfRegion(region: string): string {
  const english = `en-${region}`;
  if (new Intl.DateTimeFormat(english).resolvedOptions().locale === english) return english;
  const native = new Intl.Locale(`und-${region}`).maximize().minimize().baseName;
  const { hour12 } = new Intl.DateTimeFormat([native, 'en'], { hour: 'numeric' }).resolvedOptions();
  return hour12 ? 'en-001' : 'en-150';
}
