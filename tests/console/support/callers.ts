import type { Role } from '#lib/domain/permissions.ts';

/**
 * The name and the role of every kind of caller, for `describe.each`. A caller without a session has no role.
 */
export const CALLERS: [name: string, role: Role | undefined][] = [
  ['a signed-out caller', undefined],
  ['a viewer', 'viewer'],
  ['a sender', 'sender'],
  ['an admin', 'admin'],
];
