/** The API token of the request that is being handled. The proxy authenticates the token once per request. */
import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TokenGrant } from '#lib/domain/api-token.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import type { Member } from './session.ts';

export interface TokenCaller extends TokenGrant {
  readonly id: string;
  /** The token's name, for the activity log. */
  readonly name: string;
  /** The member who created the token, with the member's current role. */
  readonly member: Member;
}

const current = () => singleton('tokenCaller', () => new AsyncLocalStorage<TokenCaller>());

/** Runs `work` for the member who created the token, with no more permissions than the token has. */
export const runAsTokenCaller = <T>(caller: TokenCaller, work: () => Promise<T>): Promise<T> =>
  current().run(caller, work);

/** Returns the API token of the request that is being handled, or null if the request has no token. */
export const currentTokenCaller = (): TokenCaller | null => current().getStore() ?? null;
