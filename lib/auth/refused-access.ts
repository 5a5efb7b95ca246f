import 'server-only';
import type { Permission } from '#lib/domain/permissions.ts';
import { recordSecurityEvent } from './security-events.ts';
import type { Member } from './session.ts';
import type { TokenCaller } from './token-caller.ts';

/**
 * Records that a member, or a program with the member's API token, tried to do something that isn't
 * permitted.
 */
export const recordRefusedAccess = (
  member: Member,
  permission: Permission,
  token: TokenCaller | null,
): Promise<void> =>
  recordSecurityEvent({
    name: 'access.refused',
    by: member,
    details: { reason: permission, ...(token && { id: token.id, label: token.name }) },
  });
