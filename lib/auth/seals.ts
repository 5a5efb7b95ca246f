/** Creates and opens seals. A seal is an encrypted, tamper-proof value for use in a URL or cookie. */
import 'server-only';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { RESUMED_FORMS, type ResumedForm } from '#lib/domain/resumed-form.ts';
import { deriveAcceptedKeys, deriveKey } from '#lib/env/derived-keys.ts';

/**
 * The contents of each kind of seal. Each kind has its own password, so a seal of one kind can't be opened as
 * a seal of another kind.
 */
export interface SealContents {
  /** The state parameter in a payment's redirect_uri. */
  readonly 'payment-return': { readonly attempt: string; readonly campaign: number };
  /** The token of an invitation from before migration 0011. The invitation's row stores the hash of the key. */
  readonly invitation: { readonly invitation: string; readonly key: string };
  /**
   * The cookie for a browser in which a guest has entered the password of at least one share link. The epoch
   * is derived from the password's hash, so an entry becomes invalid when the password changes. `at` is when
   * the guest entered the password, in milliseconds since the epoch.
   */
  readonly 'unlocked-share': {
    readonly device: string;
    readonly links: readonly { readonly id: string; readonly epoch: string; readonly at: number }[];
  };
  /** The cookie that identifies the browser in which a guest made a decision. */
  readonly 'guest-browser': { readonly browser: string };
  /** The device cookie. An entry becomes invalid when the epoch in the member's row changes. */
  readonly device: {
    readonly device: string;
    readonly members: readonly { readonly id: string; readonly epoch: number }[];
  };
  /**
   * The cookie of a member who entered a correct password but not the second factor. The epoch is derived from the
   * password's hash, so changing the password invalidates the seal.
   */
  readonly 'pending-sign-in': { readonly member: string; readonly epoch: string };
  /**
   * The cookie with the challenge that a passkey must sign. `use` is the form in which the passkey is used.
   */
  readonly 'passkey-challenge': { readonly challenge: string; readonly use: string };
  /** The secret of an authenticator app, in base32. The database contains only the seal. */
  readonly 'authenticator-app': { readonly member: string; readonly secret: string };
  /**
   * The form that a member submitted before confirming their identity. The seal is in the URL of the form's page.
   */
  readonly 'resumed-form': ResumedForm & { readonly member: string };
}
type Purpose = keyof SealContents;

const shapes: { readonly [P in Purpose]: z.ZodType<SealContents[P]> } = {
  'payment-return': z.strictObject({ attempt: z.uuid(), campaign: z.int().positive() }),
  invitation: z.strictObject({ invitation: z.uuid(), key: z.string().min(22) }),
  'unlocked-share': z.strictObject({
    device: z.uuid(),
    links: z.array(z.strictObject({ id: z.uuid(), epoch: z.string(), at: z.number() })),
  }),
  'guest-browser': z.strictObject({ browser: z.uuid() }),
  device: z.strictObject({
    device: z.uuid(),
    members: z.array(z.strictObject({ id: z.uuid(), epoch: z.int() })),
  }),
  'pending-sign-in': z.strictObject({ member: z.uuid(), epoch: z.string() }),
  'passkey-challenge': z.strictObject({ challenge: z.string(), use: z.string() }),
  'authenticator-app': z.strictObject({ member: z.uuid(), secret: z.string() }),
  'resumed-form': z.strictObject({
    member: z.uuid(),
    form: z.enum(RESUMED_FORMS),
    values: z.record(z.string(), z.string()),
  }),
};

/** The maximum length of a valid seal. Longer text is rejected without being decrypted. */
const MAX_LENGTH = 1_500;
/**
 * Allows each seal only one valid form. By default, iron-session ignores the two unused bits of the digest's
 * last character and any text after the seal. The pattern rejects text after the seal and requires the unused
 * bits to be zero.
 */
const SHAPE = /^Fe26\.2\*[\w*-]+\*[\w-]{42}[AEIMQUYcgkosw048]~2$/;

const KEY_BYTES = 48;
const toPassword = (key: Buffer): string => key.toString('base64url');
const keyPurpose = (purpose: Purpose): string => `seal: ${purpose}`;

/** @param ttlMs the seal's lifetime in milliseconds */
export function seal<P extends Purpose>(purpose: P, data: SealContents[P], ttlMs: number): Promise<string> {
  // Store the expiry time inside the seal.
  // With iron-session's own expiry, callers would have to pass the lifetime again to open the seal.
  const until = Date.now() + ttlMs;
  const password = toPassword(deriveKey(keyPurpose(purpose), KEY_BYTES));
  return sealData({ purpose, until, data }, { password, ttl: 0 });
}

/** Returns null if the seal is forged, altered, expired, or made for another purpose. */
export async function unseal<P extends Purpose>(purpose: P, text: string): Promise<SealContents[P] | null> {
  return (await openSeal(purpose, text))?.data ?? null;
}

interface OpenedSeal<P extends Purpose> {
  readonly data: SealContents[P];
  /** Whether the seal was made with the previous secret. */
  readonly isOld: boolean;
}

/** Like `unseal`, but also returns which secret the seal was made with. */
export async function openSeal<P extends Purpose>(purpose: P, text: string): Promise<OpenedSeal<P> | null> {
  if (text.length > MAX_LENGTH || !SHAPE.test(text)) return null;
  const envelope = z.object({ purpose: z.literal(purpose), until: z.number(), data: z.unknown() });
  for (const [i, key] of deriveAcceptedKeys(keyPurpose(purpose), KEY_BYTES).entries()) {
    const opened = envelope.safeParse(await unsealData(text, { password: toPassword(key), ttl: 0 }));
    if (!opened.success) continue;
    const { data } = shapes[purpose].safeParse(opened.data.data);
    return data === undefined || opened.data.until < Date.now() ? null : { data, isOld: i > 0 };
  }
  return null;
}
