/** A hundred thousand tokens and seals that are nobody's, or somebody's for something else: none is accepted. */
import { and, gt, inArray, isNull, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { seal, unseal } from '#lib/auth/seals.ts';
import { issueSessionToken } from '#lib/auth/session-token.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { createNonce, deriveToken, hashShareToken } from '#lib/share-links/token.ts';
import { store } from '#lib/store/open.ts';
import { shareLinks } from '#lib/store/schema.ts';
import { findLiveShareLink } from '#lib/store/share-links.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { SECRET, useSettings } from './support/settings.ts';
import { callImmediately, createShareLink, newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let tried = 0;

const TOKENS = 70_000;
const SEALS = 31_000;
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The same in every run: what fails once fails again. */
function* random(): Generator<number> {
  for (let state = 0x9e3779b9; ; ) {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    yield (state ^ (state >>> 14)) >>> 0;
  }
}
const numbers = random();
const below = (limit: number): number => (numbers.next().value ?? 0) % limit;
const sign = () => SIGNS[below(SIGNS.length)] ?? 'A';
const signs = (length: number) => Array.from({ length }, sign).join('');

/** Something else, however little. */
function altered(text: string): string {
  const at = below(text.length);
  const made = [
    () => text.slice(0, at) + sign() + text.slice(at + 1),
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + sign() + text.slice(at),
    () => text.slice(at) + text.slice(0, at),
    () => text.slice(0, at) + text.slice(at).toUpperCase(),
    () => `${text}${[' ', '=', '%00', '/', '\n', '.', 'é'][below(7)]}`,
    () => signs(text.length),
    () => [...text].reverse().join(''),
  ][below(8)]?.();
  return made === undefined || made === text ? `${text}x` : made;
}

/** @returns how many of them would find a live share */
async function found(tokens: readonly string[]): Promise<number> {
  tried += tokens.length;
  const rows = await (await store())
    .select({ id: shareLinks.id })
    .from(shareLinks)
    .where(
      and(
        inArray(shareLinks.tokenHash, tokens.map(hashShareToken)),
        isNull(shareLinks.revokedAt),
        gt(shareLinks.expiresAt, sql`now()`),
      ),
    );
  return rows.length;
}

it('tokens: altered, of another secret, or what else is known of a link', async () => {
  const live = [await createShareLink({ campaignId: 1 }), await createShareLink({ campaignId: 2 })];
  expect(await found(live.map(({ token }) => token)), 'it finds what is there').toBe(2);
  tried = 0;
  // What somebody may get to know besides the token opens nothing.
  const known = live.flatMap(({ id, nonce, tokenHash: hash }) => [id, nonce, hash, hashShareToken(hash)]);
  useSettings({ NEXTAUTH_SECRET: `${SECRET}-another`, MAILROOM_DATA: process.env.MAILROOM_DATA });
  const ofAnotherSecret = live.map(({ nonce }) => deriveToken(nonce));
  harness.settings({});
  const purposes = [
    await seal('invitation', { invitation: live[0]?.id ?? '', key: signs(43) }, 60_000),
    await seal('unlocked-share', { share: live[0]?.id ?? '', epoch: signs(22) }, 60_000),
    await issueSessionToken(await addMember('somebody@mailroom.test', 'admin')),
  ];
  // One by one, as a request is answered.
  const singly = [...known, ...ofAnotherSecret, ...purposes, '', '%', '\0'];
  for (let i = 0; i < 1_000; i++) singly.push(altered(live[i % 2]?.token ?? ''));
  for (const token of singly) {
    tried++;
    expect(await findLiveShareLink(await store(), hashShareToken(token)), token).toBeUndefined();
  }
  expect(await newGuest().in(() => readGuestReview(altered(live[0]?.token ?? ''), callImmediately))).toEqual({
    state: 'closed',
  });
  while (tried < TOKENS) {
    const batch = Array.from({ length: 1_000 }, (_, i) => altered(live[i % 2]?.token ?? ''));
    expect(await found(batch)).toBe(0);
  }
}, 30_000);

it('tokens have 256 random bits, and nothing of them is stored', async () => {
  const nonces = Array.from({ length: 1_000 }, createNonce);
  expect(new Set(nonces).size).toBe(nonces.length);
  expect(new Set(nonces.map((nonce) => Buffer.from(nonce, 'base64url').length))).toEqual(new Set([32]));
  const share = await createShareLink({ campaignId: 3 });
  expect(Buffer.from(share.token, 'base64url')).toHaveLength(32);
  const { token, ...row } = share;
  expect(JSON.stringify(row)).not.toContain(token.slice(0, 12));
});

it('seals: altered, crossed or too old', async () => {
  const id = '0d9f7a2e-1c3b-4e5f-8a6b-7c8d9e0f1a2b';
  const sealed = {
    'payment-return': await seal('payment-return', { attempt: id, campaign: 1 }, 60_000),
    invitation: await seal('invitation', { invitation: id, key: signs(43) }, 60_000),
    'unlocked-share': await seal('unlocked-share', { share: id, epoch: signs(22) }, 60_000),
  };
  const purposes = ['payment-return', 'invitation', 'unlocked-share'] as const;
  for (const purpose of purposes) {
    expect(await unseal(purpose, sealed[purpose]), 'it opens what is whole').not.toBeNull();
  }
  const refused = async (purpose: (typeof purposes)[number], text: string) => {
    tried++;
    const opened = await unseal(purpose, text);
    if (opened !== null) throw new Error(`${purpose} opened ${text}`);
  };
  const before = tried;
  // The last sign says only four bits: three others would say the same ones, and are another text all the same.
  for (const purpose of purposes) {
    const text = sealed[purpose].slice(0, -'S~2'.length);
    const others = [...SIGNS].map((last) => `${text}${last}~2`).filter((other) => other !== sealed[purpose]);
    for (const other of others) await refused(purpose, other);
  }
  await refused('unlocked-share', await seal('unlocked-share', { share: id, epoch: 'x' }, -1));
  for (const purpose of purposes) {
    for (const other of purposes.filter((one) => one !== purpose)) {
      await refused(purpose, sealed[other]);
      await refused(purpose, sealed[other].replace(other, purpose));
    }
  }
  for (let i = 0; tried < before + SEALS; i++) {
    const purpose = purposes[i % 3] ?? 'invitation';
    const from = purposes[below(3)] ?? 'invitation';
    await refused(purpose, altered(sealed[from]));
  }
  expect(tried).toBeGreaterThan(100_000);
}, 30_000);
