/** Time zones to choose from. */

export interface ZoneGroup {
  /** "Europe". */
  readonly region: string;
  /** The name that is kept, and how it is read. */
  readonly zones: readonly (readonly [name: string, label: string])[];
}

/** What the list still calls by names that nobody uses any more: both mean the same zone. */
const TODAY: Readonly<Record<string, string>> = {
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

/** All that this machine knows by region, plus UTC. */
export function zoneGroups(): readonly ZoneGroup[] {
  const groups = new Map<string, [string, string][]>();
  for (const old of ['UTC', ...Intl.supportedValuesOf('timeZone')]) {
    const name = TODAY[old] ?? old;
    const [region, ...place] = name.split('/');
    // Names without a region are old names of zones that have one, all but UTC.
    if (region === undefined || (place.length === 0 && name !== 'UTC')) continue;
    const label = place.length === 0 ? name : place.join(', ').replaceAll('_', ' ');
    const key = place.length === 0 ? 'Universal' : region;
    const group = groups.get(key) ?? [];
    if (!group.some(([known]) => known === name)) group.push([name, label]);
    groups.set(key, group);
  }
  return [...groups].map(([region, zones]) => ({ region, zones }));
}
