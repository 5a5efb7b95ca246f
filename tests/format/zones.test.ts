import { describe, expect, test, vi } from 'vitest';
import { chooseDateLocale } from '#lib/format/date-locales.ts';
import { formatFull, zoneLabel } from '#lib/format/dates.ts';
import { canonicalTimeZone, isTimeZone, zoneGroups } from '#lib/format/zones.ts';

const NEW_YORK = 'America/New_York';
const US = { zone: NEW_YORK, locale: 'en-US' };
const now = Date.parse('2026-11-20T15:57:00Z');

/** Returns `count` spellings of the zone's name that differ only in case. Intl accepts every spelling. */
function listSpellings(zone: string, count: number): string[] {
  const upperCase = (n: number, i: number) => (n >> i) % 2 === 1;
  return Array.from({ length: count }, (_, n) =>
    [...zone.toLowerCase()].map((char, i) => (upperCase(n, i) ? char.toUpperCase() : char)).join(''),
  );
}

/** Counts the Intl formatters that `format` builds, except formatters that only look up a zone's name. */
function countBuiltFormats(format: () => void): number {
  const built = vi.spyOn(Intl, 'DateTimeFormat');
  try {
    format();
    return built.mock.calls.filter(([, options]) => Object.keys(options ?? {}).length > 1).length;
  } finally {
    built.mockRestore();
  }
}

describe('reading time zone names from requests', () => {
  test.each([
    ['america/new_york', NEW_YORK],
    ['US/Eastern', NEW_YORK],
    ['asia/CALCUTTA', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['etc/utc', 'UTC'],
  ])('converts the time zone name %s to the canonical name %s', (name, canonical) => {
    expect(canonicalTimeZone(name)).toBe(canonical);
  });

  test('rejects unknown time zones', () => {
    for (const name of ['Nowhere/Land', '', undefined, null, '+05:00', 'x'.repeat(100)]) {
      expect(canonicalTimeZone(name)).toBeUndefined();
      expect(isTimeZone(name)).toBe(false);
    }
  });
});

test('the list of time zone names contains only canonical names', () => {
  const names = zoneGroups().flatMap(({ zones }) => zones.map(([name]) => name));
  expect(names.map(canonicalTimeZone)).toEqual(names);
});

describe('the formatter cache', () => {
  test('builds formatters only once for 1,000 spellings of a time zone', () => {
    const spellings = listSpellings('Antarctica/Casey', 1_000);
    expect(new Set(spellings).size).toBe(1_000);
    const count = countBuiltFormats(() => {
      for (const spelling of spellings) {
        formatFull(now, { zone: canonicalTimeZone(spelling) ?? 'UTC', locale: 'en-US' });
      }
    });
    expect(count).toBeLessThanOrEqual(4);
  });

  test('builds formatters for a limited number of locales if browsers send 2,000 made-up languages', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const regions = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
    const tags = regions.flatMap((region) => [`en-${region}`, `qq-${region}`, `fr-Arab-${region}-u-hc-h12`]);
    expect(tags.length).toBeGreaterThan(2_000);
    const locales = new Set(tags.map((tag) => chooseDateLocale([tag])));
    expect(locales.size).toBeLessThan(200);
    for (const locale of locales) expect(locale).toMatch(/^en-([A-Z]{2}|001|150)$/);
  });

  test('drops the least recently used formatters from a full cache', () => {
    formatFull(now, US);
    expect(countBuiltFormats(() => formatFull(now, US))).toBe(0);
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      formatFull(now, { zone, locale: 'en-US' });
      zoneLabel('Europe/Berlin');
    }
    expect(countBuiltFormats(() => formatFull(now, US))).toBeGreaterThan(0);
    expect(countBuiltFormats(() => zoneLabel('Europe/Berlin'))).toBe(0);
  });
});
