/** Checks time zone names and lists the zones to choose from. */

/** Current names of zones that Intl still lists under an old name. */
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
 * The current name of a time zone in its usual spelling: "EUROPE/kiev" → "Europe/Kyiv". Undefined if there is no such
 * zone. Intl accepts names in any mix of upper and lower case, so a name from a request must be converted here before it
 * is used as a cache key.
 */
export function canonicalTimeZone(name: string | undefined | null): string | undefined {
  if (!name || name.length > 64 || !/^[A-Za-z]/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return CURRENT_NAMES[timeZone] ?? timeZone;
  } catch {
    // Intl throws if it doesn't know the zone.
    return undefined;
  }
}

/** Whether the name is a time zone, such as "Europe/Berlin". */
export const isTimeZone = (name: string | undefined | null): name is string =>
  canonicalTimeZone(name) !== undefined;

export interface ZoneGroup {
  /** For example "Europe". */
  readonly region: string;
  /** The stored name and the displayed label of each zone. */
  readonly zones: readonly (readonly [name: string, label: string])[];
}

/** All zones that Intl knows, by region, plus UTC. */
export function zoneGroups(): readonly ZoneGroup[] {
  const groups = new Map<string, [string, string][]>();
  for (const listedName of ['UTC', ...Intl.supportedValuesOf('timeZone')]) {
    const name = CURRENT_NAMES[listedName] ?? listedName;
    const [region, ...place] = name.split('/');
    // Other names without a region are old names of zones that have one.
    if (region === undefined || (place.length === 0 && name !== 'UTC')) continue;
    const label = place.length === 0 ? name : place.join(', ').replaceAll('_', ' ');
    const key = place.length === 0 ? 'Universal' : region;
    const group = groups.get(key) ?? [];
    if (!group.some(([known]) => known === name)) group.push([name, label]);
    groups.set(key, group);
  }
  return [...groups].map(([region, zones]) => ({ region, zones }));
}
