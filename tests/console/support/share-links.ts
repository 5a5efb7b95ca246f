/** Share links of a console in this process, and guests who have nothing but a link. */
import { hashPassword } from '#lib/auth/password.ts';
import type { VisibleParts } from '#lib/domain/share-link.ts';
import { newNonce, tokenHash, tokenOf } from '#lib/share-links/token.ts';
import { store } from '#lib/store/open.ts';
import { addShare, type ShareRow } from '#lib/store/share-links.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';

export const NOTHING_MORE: VisibleParts = { price: false, recipients: false, metadata: false };

interface Wanted extends Partial<ShareRow> {
  readonly campaignId: number;
  readonly password?: string;
}

/** A link that opens for a day, shows the proof and lets guests decide, or what is said. */
export async function newShare({ password, ...over }: Wanted): Promise<ShareRow & { token: string }> {
  const nonce = newNonce();
  const token = tokenOf(nonce);
  const row = await addShare(await store(), {
    nonce,
    tokenHash: tokenHash(token),
    label: 'label-canary',
    by: 'sender@mailroom.test',
    passwordHash: password === undefined ? null : await hashPassword(password),
    visibleParts: NOTHING_MORE,
    guestsDecide: true,
    fingerprints: { proof: null, designs: null, recipients: null, price: null },
    expiresAt: new Date(Date.now() + 86_400_000),
    ...over,
  });
  return { ...row, token };
}

interface Guest {
  /** Kept from one request to the next, like a browser's. */
  readonly cookies: Record<string, string>;
  readonly in: <T>(work: () => Promise<T>) => Promise<T>;
}

/** @param address where the guest's requests come from */
export function newGuest(address = '203.0.113.7'): Guest {
  const cookies: Record<string, string> = {};
  const headers = { origin: ORIGIN, 'x-forwarded-for': address };
  return {
    cookies,
    in: (work) =>
      inRequest({ headers, cookies }, async (request) => {
        const done = await work();
        for (const { name, value } of request.cookies.set_) cookies[name] = value;
        return done;
      }),
  };
}

/** An answer that has left as soon as it was made. */
export const atOnce = (call: () => void): void => call();
