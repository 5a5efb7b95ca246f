/** Checks time zone names and lists the available zones. */

/** The current names of time zones that Intl still lists under their old names. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/**
 * Returns a time zone's current name in its usual spelling, such as "Europe/Kyiv" for "EUROPE/kiev". Returns
 * undefined if the zone doesn't exist. Intl ignores case, so a name from a request must be converted before
 * the name is used as a cache key.
 */
export function canonicalTimeZone(name: string | undefined | null): string | undefined {
  if (!name || name.length > 64 || !/^[A-Za-z]/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return CURRENT_NAMES[timeZone] ?? timeZone;
  } catch {
    // Intl throws for an unknown zone.
    return undefined;
  }
}

/** Returns whether the text is a time zone name, such as "Europe/Berlin". */
export const isTimeZone = (name: string | undefined | null): name is string =>
  canonicalTimeZone(name) !== undefined;

export interface ZoneGroup {
  /** The region, such as "Europe". */
  readonly region: string;
  /** Each zone's stored name and displayed label. */
  readonly zones: readonly (readonly [name: string, label: string])[];
}

/** Returns UTC and all zones that Intl knows, grouped by region. */
export function zoneGroups(): readonly ZoneGroup[] {
  const groups = new Map<string, [string, string][]>();
  for (const listedName of ['UTC', ...Intl.supportedValuesOf('timeZone')]) {
    const name = CURRENT_NAMES[listedName] ?? listedName;
    const [region, ...place] = name.split('/');
    // Apart from UTC, a name without a region is the former name of a zone whose current name has a region.
    if (region === undefined || (place.length === 0 && name !== 'UTC')) continue;
    const label = place.length === 0 ? name : place.join(', ').replaceAll('_', ' ');
    const key = place.length === 0 ? 'Universal' : region;
    const group = groups.get(key) ?? [];
    if (!group.some(([known]) => known === name)) group.push([name, label]);
    groups.set(key, group);
  }
  return [...groups].map(([region, zones]) => ({ region, zones }));
}
