/**
 * The ids of this build's server actions. A form from an earlier build can contain an id that this build
 * doesn't know, and Next would respond to the form without a page.
 */
import { singleton } from '#lib/runtime/singleton.ts';

const known = () => singleton('knownActions', () => ({ ids: null as ReadonlySet<string> | null }));

/**
 * @param ids the ids, or null if they are unknown, as in development, where the ids change while Next runs
 */
export function setKnownActions(ids: Iterable<string> | null): void {
  known().ids = ids === null ? null : new Set(ids);
}

/** Returns true if the ids are unknown. */
export const isKnownAction = (id: string): boolean => known().ids?.has(id) ?? true;
