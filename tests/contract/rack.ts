/**
 * Parses nested parameters according to Rack's documentation, as a Rails service would. Nothing in this file
 * depends on lib/contract. `a[b]` sets a key of an object, and `a[]` appends to a list. `a[][k]` sets `k` in
 * the last element of `a`, or in a new element if the last element already has a `k`.
 */
type Params = { [name: string]: unknown };

export function readLikeRack(encoded: string): Params {
  const params: Params = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) {
    const [root = '', ...keys] = name.split(/\]\[|\[|\]$/).slice(0, name.includes('[') ? -1 : undefined);
    setParam(params, root, keys, value);
  }
  return params;
}

function setParam(into: Params, key: string, rest: string[], value: string): void {
  const [next, ...more] = rest;
  if (next === undefined) {
    into[key] = value;
  } else if (next !== '') {
    into[key] ??= Object.create(null);
    setParam(into[key] as Params, next, more, value);
  } else {
    into[key] ??= [];
    const list = into[key] as unknown[];
    const [inner, ...deeper] = more;
    if (inner === undefined) {
      list.push(value);
      return;
    }
    const last = list.at(-1) as Params | undefined;
    const element: Params = last && !(inner in last) ? last : Object.create(null);
    if (element !== last) list.push(element);
    setParam(element, inner, deeper, value);
  }
}
