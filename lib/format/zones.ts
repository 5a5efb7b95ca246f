/** Time zones to choose from. */

export interface ZoneGroup {
  /** "Europe". */
  readonly region: string;
  /** The name that is kept, and how it is read. */
  readonly zones: readonly (readonly [name: string, label: string])[];
}

/** All that this machine knows by region, plus UTC. */
export function zoneGroups(): readonly ZoneGroup[] {
  const groups = new Map<string, [string, string][]>();
  for (const name of ['UTC', ...Intl.supportedValuesOf('timeZone')]) {
    const [region, ...place] = name.split('/');
    // Names without a region are old names of zones that have one, all but UTC.
    if (region === undefined || (place.length === 0 && name !== 'UTC')) continue;
    const label = place.length === 0 ? name : place.join(', ').replaceAll('_', ' ');
    const key = place.length === 0 ? 'Everywhere' : region;
    const group = groups.get(key) ?? [];
    if (!group.some(([known]) => known === name)) group.push([name, label]);
    groups.set(key, group);
  }
  return [...groups].map(([region, zones]) => ({ region, zones }));
}
