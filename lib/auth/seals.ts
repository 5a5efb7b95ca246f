/** Seals: what must travel through other hands and come back unread and unaltered. */
import 'server-only';
import { hkdfSync } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { env } from '#lib/env/env.ts';

/** What each kind of seal carries. A purpose has a password of its own, so one kind never opens as another. */
interface Contents {
  /** The state of a payment's redirect_uri. */
  readonly 'payment-return': { readonly attempt: string; readonly campaign: number };
  /** A link that makes somebody a member, once: the key's hash stands in the invitation's row. */
  readonly invitation: { readonly invitation: string; readonly key: string };
  /** A guest has typed the password of this share, as its hash began then: another password makes it void. */
  readonly 'unlocked-share': { readonly share: string; readonly epoch: string };
}
type Purpose = keyof Contents;

const shapes: { readonly [P in Purpose]: z.ZodType<Contents[P]> } = {
  'payment-return': z.strictObject({ attempt: z.uuid(), campaign: z.int().positive() }),
  invitation: z.strictObject({ invitation: z.uuid(), key: z.string().min(22) }),
  'unlocked-share': z.strictObject({ share: z.uuid(), epoch: z.string() }),
};

/** Longer than any seal of ours: whatever is longer is not even tried. */
const MAX_LENGTH = 1_500;
/**
 * Its end is not covered by the seal itself: the library forgives what follows it, and two bits of the digest's last sign
 * that say nothing. One seal has one text, so they must be as they are written: nought.
 */
const SHAPE = /^Fe26\.2\*[\w*-]+\*[\w-]{42}[AEIMQUYcgkosw048]~2$/;

function passwordFor(purpose: Purpose): string {
  return Buffer.from(hkdfSync('sha256', env().secret, '', `mailroom seal: ${purpose}`, 48)).toString(
    'base64url',
  );
}

/** @param ttlMs how long it opens */
export function seal<P extends Purpose>(purpose: P, data: Contents[P], ttlMs: number): Promise<string> {
  // iron-session's own expiry would have to be told again when opening; this one travels inside.
  const until = Date.now() + ttlMs;
  return sealData({ purpose, until, data }, { password: passwordFor(purpose), ttl: 0 });
}

/** Null for anything that is not a seal of ours, of this purpose, unaltered and in time. */
export async function unseal<P extends Purpose>(purpose: P, text: string): Promise<Contents[P] | null> {
  if (text.length > MAX_LENGTH || !SHAPE.test(text)) return null;
  const envelope = z.object({ purpose: z.literal(purpose), until: z.number(), data: z.unknown() });
  const opened = envelope.safeParse(await unsealData(text, { password: passwordFor(purpose), ttl: 0 }));
  if (!opened.success || opened.data.until < Date.now()) return null;
  return shapes[purpose].safeParse(opened.data.data).data ?? null;
}
