/**
 * The ids of this build's server actions. A form from an earlier build can contain another id, and Next would
 * respond without a page.
 */
import { singleton } from '#lib/runtime/singleton.ts';

const known = () => singleton('knownActions', () => ({ ids: null as ReadonlySet<string> | null }));

/** @param ids the ids, or null if they are unknown, as in development, when they change while Next runs */
export function setKnownActions(ids: Iterable<string> | null): void {
  known().ids = ids === null ? null : new Set(ids);
}

/** Returns true if the ids are unknown. */
export const isKnownAction = (id: string): boolean => known().ids?.has(id) ?? true;
