/**
 * The signed-in member's own second factors. These functions also work for a member who must add a second
 * factor before doing anything else. Every change requires the member to have signed in or confirmed their
 * identity in the last ten minutes.
 */
import 'server-only';
import { headers } from 'next/headers';
import { type AppSetup, createSealedSecret, describeSetup, findPeriod } from '#lib/auth/authenticator-app.ts';
import { describeDevice } from '#lib/auth/device.ts';
import { consumeChallenge, storeChallenge } from '#lib/auth/passkey-challenge.ts';
import { canUsePasskeys, createRegistrationOptions, verifyRegistration } from '#lib/auth/passkeys.ts';
import { createRecoveryCodes } from '#lib/auth/recovery-codes.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Account } from '#lib/auth/session.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import {
  hasFactor,
  isFactorRequired,
  type OwnFactors,
  type SecondFactorRule,
} from '#lib/domain/second-factor.ts';
import { env } from '#lib/env/env.ts';
import { findMember, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit, refundRateLimits } from '#lib/store/rate-limits.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from '#lib/store/recovery-codes.ts';
import {
  confirmApp,
  findApp,
  findAppInSetup,
  insertPasskey,
  memberHasFactor,
  queryPasskeys,
  removeFactor,
  saveAppInSetup,
} from '#lib/store/second-factors.ts';
import { querySecondFactorRule } from '#lib/store/team-settings.ts';
import { authorizeAccount, authorizeRecentAccount } from './authorize.ts';

/** Why a change to the member's factors was refused. */
type Refused<Why extends string> = { readonly ok: false; readonly why: Why };

/**
 * Why the member must have a second factor: the team's rule, or a short password. Null if the member doesn't
 * need one.
 */
export type FactorRequirement = Exclude<SecondFactorRule, 'none'> | 'short_password' | null;

export interface OwnFactorDetails extends OwnFactors {
  readonly requirement: FactorRequirement;
  /** Whether the member must add a second factor before doing anything else. */
  readonly isBlocked: boolean;
  /** Whether passkeys work at the console's address. */
  readonly canUsePasskeys: boolean;
}

const changerOf = ({ member, sessionId }: Account) => ({ memberId: member.id, sessionId });

export async function readOwnFactors(): Promise<Outcome<OwnFactorDetails>> {
  const allowed = await authorizeAccount();
  if (!allowed.ok) return allowed;
  const db = await store();
  const { member, needsFactor } = allowed.value;
  const [passkeys, app, codesLeft, requirement] = await Promise.all([
    queryPasskeys(db, member.id),
    findApp(db, member.id),
    countRecoveryCodes(db, member.id),
    findRequirement(allowed.value),
  ]);
  return ok({
    passkeys: passkeys.map(({ id, device, createdAt, lastUsedAt }) => ({
      id,
      device,
      createdAt: createdAt.getTime(),
      lastUsedAt: lastUsedAt?.getTime() ?? null,
    })),
    app: app?.confirmedAt
      ? { addedAt: app.confirmedAt.getTime(), lastUsedAt: app.lastUsedAt?.getTime() ?? null }
      : null,
    codesLeft,
    requirement,
    isBlocked: needsFactor,
    canUsePasskeys: canUsePasskeys(),
  });
}

async function findRequirement({ member }: Account): Promise<FactorRequirement> {
  const db = await store();
  const [row, rule] = await Promise.all([findMember(db, member.id), querySecondFactorRule(db)]);
  if (row?.hasShortPassword) return 'short_password';
  return rule !== 'none' && isFactorRequired(rule, member.role) && !isProviderResponsible(row) ? rule : null;
}

/**
 * Whether the identity provider is responsible for the member's second factor, because the member can sign in
 * only there.
 */
const isProviderResponsible = (row: Pick<MemberRow, 'passwordHash'> | undefined): boolean =>
  row?.passwordHash === null && env().oidc?.trustSecondFactor === true;

/**
 * Starts setting up an authenticator app. The member's current app keeps working until the setup is finished.
 */
export async function startAppSetup(): Promise<Outcome<null>> {
  const allowed = await authorizeRecentAccount();
  if (!allowed.ok) return allowed;
  const { id } = allowed.value.member;
  await saveAppInSetup(await store(), id, await createSealedSecret(id));
  return ok(null);
}

/**
 * Returns the QR code of the app that the member is setting up. Returns null if the member isn't setting up
 * an app.
 */
export async function readAppSetup(): Promise<Outcome<AppSetup | null>> {
  const allowed = await authorizeRecentAccount();
  if (!allowed.ok) return allowed;
  const { id, email } = allowed.value.member;
  const app = await findAppInSetup(await store(), id);
  return ok(app ? await describeSetup(app, email) : null);
}

/** The new recovery codes if the member has just added the first factor, and an empty list otherwise. */
type NewCodes = readonly string[];

/** Finishes setting up an authenticator app, if the code is correct. */
export async function finishAppSetup(
  code: string,
): Promise<Outcome<NewCodes> | Refused<'wrong' | 'too_many' | 'setup_gone'>> {
  const allowed = await authorizeRecentAccount();
  if (!allowed.ok) return allowed;
  const { member } = allowed.value;
  const db = await store();
  const app = await findAppInSetup(db, member.id);
  if (!app) return { ok: false, why: 'setup_gone' };
  if (!(await consumeRateLimit(db, 'second-factor', member.id)).isAllowed)
    return { ok: false, why: 'too_many' };
  const period = await findPeriod(app, code.replace(/\s/g, ''));
  if (period === null) return { ok: false, why: 'wrong' };
  await refundRateLimits(db, [['second-factor', member.id]]);
  const codes = await createFirstCodes(member.id);
  const isAdded = await changeAndRecord(async (tx, record) => {
    const confirmed = { app, period, codes: codes.hashed };
    if (!(await confirmApp(tx, changerOf(allowed.value), confirmed))) return false;
    await record({ name: 'second_factor.added', by: member, details: { method: 'app' } });
    return true;
  });
  return isAdded ? ok(codes.shown) : { ok: false, why: 'setup_gone' };
}

/** Creates recovery codes if the member has no second factor yet. */
async function createFirstCodes(memberId: string) {
  const isFirst = !(await memberHasFactor(await store(), memberId));
  return isFirst ? createRecoveryCodes() : { shown: [], hashed: [] };
}

/** @returns the options that the browser needs to create a passkey, as JSON */
export async function startPasskeySetup(): Promise<Outcome<string> | Refused<'no_passkeys'>> {
  const allowed = await authorizeRecentAccount();
  if (!allowed.ok) return allowed;
  if (!canUsePasskeys()) return { ok: false, why: 'no_passkeys' };
  const { member } = allowed.value;
  const options = await createRegistrationOptions(member, await queryPasskeys(await store(), member.id));
  await storeChallenge('add', member.id, options.challenge);
  return ok(JSON.stringify(options));
}

/** @param response the browser's response, as JSON */
export async function finishPasskeySetup(
  response: string,
): Promise<Outcome<NewCodes> | Refused<'invalid' | 'not_added'>> {
  const allowed = await authorizeRecentAccount();
  if (!allowed.ok) return allowed;
  const { member } = allowed.value;
  const challenge = await consumeChallenge('add', member.id);
  const passkey = challenge === null ? null : await verifyRegistration(response, challenge);
  if (!passkey) return { ok: false, why: 'invalid' };
  const device = describeDevice((await headers()).get('user-agent'));
  const codes = await createFirstCodes(member.id);
  const isAdded = await changeAndRecord(async (tx, record) => {
    const changer = changerOf(allowed.value);
    if (!(await insertPasskey(tx, changer, { ...passkey, device }, codes.hashed))) return false;
    const details = { method: 'passkey', ...(device !== null && { device }) };
    await record({ name: 'second_factor.added', by: member, details });
    return true;
  });
  if (!isAdded) return { ok: false, why: 'not_added' };
  return ok(codes.shown);
}

/** @param passkeyId the passkey to remove, or null for the authenticator app */
export async function removeOwnFactor(
  passkeyId: string | null,
): Promise<Outcome<null> | Refused<'gone' | 'last_factor' | 'short_password'>> {
  const allowed = await authorizeRecentAccount();
  if (!allowed.ok) return allowed;
  const [requirement, row] = await Promise.all([
    findRequirement(allowed.value),
    findMember(await store(), allowed.value.member.id),
  ]);
  const rules = { mustKeepOne: requirement !== null, isTrustedSignIn: isProviderResponsible(row) };
  const removal = await changeAndRecord(async (tx, record) => {
    const result = await removeFactor(tx, changerOf(allowed.value), passkeyId, rules);
    const details = { method: passkeyId === null ? 'app' : 'passkey' };
    if (result === 'removed')
      await record({ name: 'second_factor.removed', by: allowed.value.member, details });
    return result;
  });
  if (removal === 'gone') return { ok: false, why: removal };
  if (removal === 'last_factor')
    return { ok: false, why: requirement === 'short_password' ? requirement : 'last_factor' };
  return ok(null);
}

/** Replaces all recovery codes. @returns the new codes */
export async function replaceOwnCodes(): Promise<Outcome<NewCodes> | Refused<'no_factor'>> {
  const allowed = await authorizeRecentAccount();
  if (!allowed.ok) return allowed;
  const own = await readOwnFactors();
  if (!own.ok) return own;
  if (!hasFactor(own.value)) return { ok: false, why: 'no_factor' };
  const codes = await createRecoveryCodes();
  const { member } = allowed.value;
  await changeAndRecord(async (tx, record) => {
    await replaceRecoveryCodes(tx, member.id, codes.hashed);
    await record({ name: 'recovery_codes.replaced', by: member });
  });
  return ok(codes.shown);
}
