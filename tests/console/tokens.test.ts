/**
 * Tests that the console rejects tokens and seals that are altered or used for the wrong purpose. Tries
 * 100,000 tokens and seals.
 */
import { and, gt, inArray, isNull, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { seal, unseal } from '#lib/auth/seals.ts';
import { issueSessionToken } from '#lib/auth/session-token.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { createNonce, deriveToken, hashShareToken } from '#lib/share-links/token.ts';
import { store } from '#lib/store/open.ts';
import { shareLinks } from '#lib/store/schema/share-links.ts';
import { findLiveShareLink } from '#lib/store/share-links.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { SECRET, useSettings } from './support/settings.ts';
import { callImmediately, createShareLink, newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let checkedCount = 0;

const TOKEN_COUNT = 70_000;
const SEAL_COUNT = 31_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Generates the same pseudorandom numbers in every run, so failures are reproducible. */
function* generateNumbers(): Generator<number> {
  for (let state = 0x9e3779b9; ; ) {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    yield (state ^ (state >>> 14)) >>> 0;
  }
}
const numbers = generateNumbers();
const randomBelow = (limit: number): number => (numbers.next().value ?? 0) % limit;
const randomCharacter = () => ALPHABET[randomBelow(ALPHABET.length)] ?? 'A';
const randomText = (length: number) => Array.from({ length }, randomCharacter).join('');

/** Returns a string that differs from `text`, often by only one character. */
function alterText(text: string): string {
  const at = randomBelow(text.length);
  const result = [
    () => text.slice(0, at) + randomCharacter() + text.slice(at + 1),
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + randomCharacter() + text.slice(at),
    () => text.slice(at) + text.slice(0, at),
    () => text.slice(0, at) + text.slice(at).toUpperCase(),
    () => `${text}${[' ', '=', '%00', '/', '\n', '.', 'é'][randomBelow(7)]}`,
    () => randomText(text.length),
    () => [...text].reverse().join(''),
  ][randomBelow(8)]?.();
  return result === undefined || result === text ? `${text}x` : result;
}

/** Counts the tokens that match a live share link. */
async function countLiveTokens(tokens: readonly string[]): Promise<number> {
  checkedCount += tokens.length;
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

it('altered tokens, tokens derived from another secret, and a share link’s other fields are rejected', async () => {
  const live = [await createShareLink({ campaignId: 1 }), await createShareLink({ campaignId: 2 })];
  expect(await countLiveTokens(live.map(({ token }) => token)), 'unaltered tokens').toBe(2);
  checkedCount = 0;
  // Other fields of a share link must not be accepted as tokens.
  const linkData = live.flatMap(({ id, nonce, tokenHash: hash }) => [id, nonce, hash, hashShareToken(hash)]);
  useSettings({ NEXTAUTH_SECRET: `${SECRET}-another`, MAILROOM_DATA: process.env.MAILROOM_DATA });
  const tokensOfOtherSecret = live.map(({ nonce }) => deriveToken(nonce));
  harness.applySettings({});
  const otherSeals = [
    await seal('invitation', { invitation: live[0]?.id ?? '', key: randomText(43) }, 60_000),
    await seal('unlocked-share', unlockedShare(live[0]?.id ?? ''), 60_000),
    await issueSessionToken(await addMember('new-admin@mailroom.test', 'admin')),
  ];
  // These candidates are looked up one at a time, as the console looks up a request's token.
  const candidates = [...linkData, ...tokensOfOtherSecret, ...otherSeals, '', '%', '\0'];
  for (let i = 0; i < 1_000; i++) candidates.push(alterText(live[i % 2]?.token ?? ''));
  for (const token of candidates) {
    checkedCount++;
    expect(await findLiveShareLink(await store(), hashShareToken(token)), token).toBeUndefined();
  }
  expect(
    await newGuest().run(() => readGuestReview(alterText(live[0]?.token ?? ''), callImmediately)),
  ).toEqual({
    state: 'closed',
  });
  while (checkedCount < TOKEN_COUNT) {
    const batch = Array.from({ length: 1_000 }, (_, i) => alterText(live[i % 2]?.token ?? ''));
    expect(await countLiveTokens(batch)).toBe(0);
  }
}, 30_000);

const unlockedShare = (id: string) => ({
  device: crypto.randomUUID(),
  links: [{ id, epoch: randomText(22), at: Date.now() }],
});

it('tokens have 256 random bits, and no part of a token is ever stored', async () => {
  const nonces = Array.from({ length: 1_000 }, createNonce);
  expect(new Set(nonces).size).toBe(nonces.length);
  expect(new Set(nonces.map((nonce) => Buffer.from(nonce, 'base64url').length))).toEqual(new Set([32]));
  const link = await createShareLink({ campaignId: 3 });
  expect(Buffer.from(link.token, 'base64url')).toHaveLength(32);
  const { token, ...row } = link;
  expect(JSON.stringify(row)).not.toContain(token.slice(0, 12));
});

it('seals are rejected if they are altered, expired, or sealed for another purpose', async () => {
  const id = '0d9f7a2e-1c3b-4e5f-8a6b-7c8d9e0f1a2b';
  const sealed = {
    'payment-return': await seal('payment-return', { attempt: id, campaign: 1 }, 60_000),
    invitation: await seal('invitation', { invitation: id, key: randomText(43) }, 60_000),
    'unlocked-share': await seal('unlocked-share', unlockedShare(id), 60_000),
  };
  const purposes = ['payment-return', 'invitation', 'unlocked-share'] as const;
  for (const purpose of purposes) {
    expect(await unseal(purpose, sealed[purpose]), 'unaltered seals').not.toBeNull();
  }
  const expectRejected = async (purpose: (typeof purposes)[number], text: string) => {
    checkedCount++;
    const opened = await unseal(purpose, text);
    if (opened !== null) throw new Error(`Accepted as ${purpose}: ${text}`);
  };
  const before = checkedCount;
  // A seal's last character encodes only four bits, so three other characters decode to the same bytes.
  // A seal that ends in one of those three characters must still be rejected.
  for (const purpose of purposes) {
    const text = sealed[purpose].slice(0, -'S~2'.length);
    const others = [...ALPHABET]
      .map((last) => `${text}${last}~2`)
      .filter((other) => other !== sealed[purpose]);
    for (const other of others) await expectRejected(purpose, other);
  }
  await expectRejected('unlocked-share', await seal('unlocked-share', unlockedShare(id), -1));
  for (const purpose of purposes) {
    for (const other of purposes.filter((one) => one !== purpose)) {
      await expectRejected(purpose, sealed[other]);
      await expectRejected(purpose, sealed[other].replace(other, purpose));
    }
  }
  for (let i = 0; checkedCount < before + SEAL_COUNT; i++) {
    const purpose = purposes[i % 3] ?? 'invitation';
    const from = purposes[randomBelow(3)] ?? 'invitation';
    await expectRejected(purpose, alterText(sealed[from]));
  }
  expect(checkedCount).toBeGreaterThan(100_000);
}, 30_000);
