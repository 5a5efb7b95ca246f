/** Authenticator apps, which show a new six-digit code every 30 seconds (TOTP, RFC 6238). */
import 'server-only';
import { Secret, TOTP } from 'otpauth';
import { create } from 'qrcode';
import type { Database } from '#lib/database/open.ts';
import { log } from '#lib/log.ts';
import { type AppRow, consumePeriod } from '#lib/store/second-factors.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { openSeal, type SealContents, seal, unseal } from './seals.ts';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Codes from the previous and the next period are also accepted, because a phone's clock can be wrong. */
const TOLERATED_PERIODS = 1;
const ISSUER = 'Mailroom';
/** An app's secret never expires, but every seal must have a lifetime, so this seal lasts 100 years. */
const SEAL_MS = 100 * 365 * DAY_MS;

export const APP_CODE = /^\d{6}$/;

const createTotp = (secret: string, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** Creates the secret for a new app. @returns the seal to store */
export const createSealedSecret = (memberId: string): Promise<string> =>
  sealSecret({ member: memberId, secret: new Secret({ size: SECRET_BYTES }).base32 });

const sealSecret = (contents: SealContents['authenticator-app']): Promise<string> =>
  seal('authenticator-app', contents, SEAL_MS);

/**
 * Seals an app's secret with the current NEXTAUTH_SECRET.
 * @returns the new seal, or `unreadable` if no accepted secret opens the stored seal
 */
export async function resealSecret({
  memberId,
  sealedSecret,
}: AppRow): Promise<{ readonly sealedSecret: string } | 'current' | 'unreadable'> {
  const opened = await openSeal('authenticator-app', sealedSecret);
  if (opened?.data.member !== memberId) return 'unreadable';
  return opened.isOld ? { sealedSecret: await sealSecret(opened.data) } : 'current';
}

/** Returns the app's secret in base32. Returns null if no accepted NEXTAUTH_SECRET opens the seal. */
async function openSecret({ memberId, sealedSecret }: AppRow): Promise<string | null> {
  const opened = await unseal('authenticator-app', sealedSecret);
  if (opened?.member === memberId) return opened.secret;
  log().warn({ member: memberId }, 'an authenticator app can’t be used, because NEXTAUTH_SECRET has changed');
  return null;
}

/** What a member needs to add the console to an authenticator app. */
export interface AppSetup {
  /** The secret in groups of four characters, which are easier to type. */
  readonly secret: string;
  /** The link that opens an authenticator app on the member's device. */
  readonly uri: string;
  /** The link as a QR code: the path of an SVG image whose width and height are `size`. */
  readonly qr: { readonly path: string; readonly size: number };
}

export async function describeSetup(app: AppRow, email: string): Promise<AppSetup | null> {
  const secret = await openSecret(app);
  if (secret === null) return null;
  const uri = createTotp(secret, email).toString();
  const { size, data } = create(uri, { errorCorrectionLevel: 'M' }).modules;
  const squares = [...data].flatMap((bit, i) =>
    bit ? [`M${i % size} ${Math.floor(i / size)}h1v1h-1z`] : [],
  );
  return { secret: secret.replace(/.{4}(?=.)/g, '$& '), uri, qr: { path: squares.join(''), size } };
}

/**
 * Returns the 30-second period that the code belongs to. Returns null if the code is wrong. Doesn't use up
 * the code.
 */
export async function findPeriod(app: AppRow, code: string): Promise<number | null> {
  const secret = await openSecret(app);
  if (secret === null || !APP_CODE.test(code)) return null;
  const timestamp = Date.now();
  const delta = createTotp(secret).validate({ token: code, timestamp, window: TOLERATED_PERIODS });
  return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
}

/**
 * Checks a code and uses it up. A code that was used before, or is older than the last used code, counts as
 * wrong.
 */
export async function redeemAppCode(db: Database, app: AppRow, code: string): Promise<boolean> {
  const period = await findPeriod(app, code);
  return period !== null && (await consumePeriod(db, app.id, period));
}
