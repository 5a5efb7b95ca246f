/** Second factors: who needs one, and when members must confirm their identity again. */
import { isAllowed, type Permission, type Role } from './permissions.ts';

/** Which members must have a second factor: no one, everyone who can pay and send, or everyone. */
export const SECOND_FACTOR_RULES = ['none', 'senders', 'everyone'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/** A permission that senders and admins have, but viewers don't. */
const SENDERS: Permission = 'sendCampaign';

/** Whether the team's rule requires a second factor for members with this role. */
export function isFactorRequired(rule: SecondFactorRule, role: Role): boolean {
  return rule === 'everyone' || (rule === 'senders' && isAllowed(role, SENDERS));
}

/** Whether the rule `to` requires a second factor from fewer members than the rule `from` does. */
export const isWeakerFactorRule = (from: SecondFactorRule, to: SecondFactorRule): boolean =>
  SECOND_FACTOR_RULES.indexOf(to) < SECOND_FACTOR_RULES.indexOf(from);

/**
 * How long after signing in or confirming their identity a member can change factors, create API tokens, widen
 * other members' access, and weaken the team's rules.
 */
export const REAUTHENTICATION_MINUTES = 10;
/** How long a submitted form is kept while the member confirms their identity. */
export const RESUMED_FORM_MINUTES = 60;
/** The time limit for entering the second factor during sign-in. */
export const PENDING_SIGN_IN_MINUTES = 10;
/** The time limit for scanning a QR code and entering the first code. */
export const APP_SETUP_MINUTES = 15;
/** The time limit for using a passkey after the console asks for it. */
export const PASSKEY_MINUTES = 5;

export const MAX_PASSKEYS = 10;
/** How many recovery codes a member gets at once. */
export const RECOVERY_CODE_COUNT = 8;

/** The changes to second factors that the console emails the member about. */
export const FACTOR_CHANGES = [
  'passkey.added',
  'passkey.removed',
  'app.added',
  'app.removed',
  'recovery_code.used',
  'recovery_codes.replaced',
  'factors.reset',
] as const;
export type FactorChange = (typeof FACTOR_CHANGES)[number];

interface OwnPasskey {
  readonly id: string;
  /** The browser and operating system that created the passkey, such as "Firefox on Windows". Null if unknown. */
  readonly device: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Null if the passkey hasn't been used since it was added. */
  readonly lastUsedAt: number | null;
}

export interface OwnFactors {
  readonly passkeys: readonly OwnPasskey[];
  /** The authenticator app, or null if the member has none. Times are in milliseconds since the epoch. */
  readonly app: { readonly addedAt: number; readonly lastUsedAt: number | null } | null;
  /** The number of unused recovery codes. */
  readonly codesLeft: number;
}

export const hasFactor = ({ passkeys, app }: Pick<OwnFactors, 'passkeys' | 'app'>): boolean =>
  passkeys.length > 0 || app !== null;
