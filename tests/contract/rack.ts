/**
 * Nested parameters as Rack (and so a Rails service) reads them, written from its documented behaviour and knowing
 * nothing of our table: `a[b]` nests, `a[]` appends, and `a[][k]` goes into the last element of `a` unless that one
 * already has a `k`, which begins the next. The second opinion on what our requests mean to such a service.
 */
type Params = { [name: string]: unknown };

export function readLikeRack(encoded: string): Params {
  const params: Params = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) {
    const [root = '', ...keys] = name.split(/\]\[|\[|\]$/).slice(0, name.includes('[') ? -1 : undefined);
    store(params, root, keys, value);
  }
  return params;
}

function store(into: Params, key: string, rest: string[], value: string): void {
  const [next, ...more] = rest;
  if (next === undefined) {
    into[key] = value;
  } else if (next !== '') {
    into[key] ??= Object.create(null);
    store(into[key] as Params, next, more, value);
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
    store(element, inner, deeper, value);
  }
}
