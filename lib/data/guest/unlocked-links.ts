/**
 * The cookie for a browser in which a guest has entered the password of at least one share link. After a
 * guest enters a link's password, the browser can open the link without the password for 12 hours. After the
 * 12 hours, wrong passwords entered in the browser still count against the browser's own rate limit.
 */
import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { readSealedCookie, setSealedCookie } from '#lib/auth/sealed-cookies.ts';
import { MAX_DEVICE_ENTRIES } from '#lib/domain/rate-limits.ts';
import type { ShareLinkRow } from '#lib/store/share-links.ts';
import { DAY_MS } from '#lib/time-units.ts';

const UNLOCKED_MS = DAY_MS / 2;

/** Returns whether the guest can open the link in this browser. */
export async function isUnlocked({ id, passwordHash }: ShareLinkRow): Promise<boolean> {
  if (passwordHash === null) return true;
  const entry = (await readSealedCookie('unlocked-share'))?.links.find((link) => link.id === id);
  return entry?.epoch === passwordEpoch(passwordHash) && Date.now() - entry.at < UNLOCKED_MS;
}

/**
 * Returns the id of this browser. Returns null if no guest has entered the link's current password in this
 * browser.
 */
export async function findShareDevice({ id, passwordHash }: ShareLinkRow): Promise<string | null> {
  const opened = passwordHash === null ? null : await readSealedCookie('unlocked-share');
  const entry = opened?.links.find((link) => link.id === id);
  return opened && passwordHash !== null && entry?.epoch === passwordEpoch(passwordHash)
    ? opened.device
    : null;
}

/** Lets this browser open the link for 12 hours. The caller must have checked the password. */
export async function rememberUnlocked({ id, passwordHash }: ShareLinkRow): Promise<void> {
  if (passwordHash === null) return;
  const known = await readSealedCookie('unlocked-share');
  const others = (known?.links ?? []).filter((link) => link.id !== id);
  const entry = { id, epoch: passwordEpoch(passwordHash), at: Date.now() };
  await setSealedCookie('unlocked-share', {
    device: known?.device ?? randomUUID(),
    links: [entry, ...others].slice(0, MAX_DEVICE_ENTRIES),
  });
}

/**
 * Returns a value that changes whenever a member sets the password, even if the new password is the same as
 * before.
 */
const passwordEpoch = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);
