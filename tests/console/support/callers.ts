import type { Role } from '#lib/domain/permissions.ts';

/**
 * Every kind of caller, for `describe.each`: the name for test titles, and the role (undefined without a
 * session).
 */
export const CALLERS: [name: string, role: Role | undefined][] = [
  ['a signed-out caller', undefined],
  ['a viewer', 'viewer'],
  ['a sender', 'sender'],
  ['an admin', 'admin'],
];
