/** Runs work with an API token that is limited to one customer. */
import { randomUUID } from 'node:crypto';
import { getMember } from '#lib/auth/session.ts';
import { runAsTokenCaller } from '#lib/auth/token-caller.ts';
import { TOKEN_SCOPES } from '#lib/domain/api-token.ts';
import type { RunAs } from './members.ts';

/** Runs `work` with a member's API token, which has every scope but is limited to one customer. */
export const asCustomerToken = <T>(member: RunAs, customerId: number, work: () => Promise<T>): Promise<T> =>
  member(async () => {
    const owner = await getMember();
    if (!owner) throw new Error('No member is signed in.');
    const caller = { id: randomUUID(), name: 'Sync', member: owner, scopes: TOKEN_SCOPES, customerId };
    return runAsTokenCaller(caller, work);
  });
