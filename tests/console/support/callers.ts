import type { Role } from '#lib/domain/permissions.ts';

/** Every kind of caller, for `describe.each`: how test titles name the caller, and the role unless signed out. */
export const CALLERS: [name: string, role: Role | undefined][] = [
  ['a signed-out caller', undefined],
  ['a viewer', 'viewer'],
  ['a sender', 'sender'],
  ['an admin', 'admin'],
];
