/** Creates share links, and simulates guests who open the links. */
import { hashPassword } from '#lib/auth/password.ts';
import type { VisibleParts } from '#lib/domain/share-link.ts';
import { createNonce, deriveToken, hashShareToken } from '#lib/share-links/token.ts';
import { store } from '#lib/store/open.ts';
import { insertShareLink, type ShareLinkRow } from '#lib/store/share-links.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';

export const PROOF_ONLY: VisibleParts = { price: false, recipients: false, metadata: false };

interface Options extends Partial<ShareLinkRow> {
  readonly campaignId: number;
  readonly password?: string;
}

/**
 * Creates a share link. By default, the link is valid for one day, shows only the proof, and lets guests
 * decide.
 */
export async function createShareLink({
  password,
  ...columns
}: Options): Promise<ShareLinkRow & { token: string }> {
  const nonce = createNonce();
  const token = deriveToken(nonce);
  const row = await insertShareLink(await store(), {
    nonce,
    tokenHash: hashShareToken(token),
    label: 'label-canary',
    by: 'sender@mailroom.test',
    passwordHash: password === undefined ? null : await hashPassword(password),
    visibleParts: PROOF_ONLY,
    guestsDecide: true,
    fingerprints: { proof: null, designs: null, recipients: null, price: null },
    expiresAt: new Date(Date.now() + 86_400_000),
    ...columns,
  });
  return { ...row, token };
}

export interface Guest {
  /** The guest's cookies. Cookies are kept between requests, as in a browser. */
  readonly cookies: Record<string, string>;
  /** Runs `work` in a request from the guest. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
}

/** @param address the IP address of the guest */
export function newGuest(address = '203.0.113.7'): Guest {
  const cookies: Record<string, string> = {};
  const headers = { origin: ORIGIN, 'x-forwarded-for': address };
  return {
    cookies,
    run: (work) =>
      inRequest({ headers, cookies }, async (request) => {
        const result = await work();
        for (const { name, value } of request.cookies.written) cookies[name] = value;
        return result;
      }),
  };
}

/** Replaces Next's after(). Runs the callback immediately, as if the response had already been sent. */
export const callImmediately = (callback: () => void): void => callback();
