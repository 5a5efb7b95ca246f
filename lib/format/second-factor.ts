/** Text about second factors, shared by several screens. */
import {
  APP_SETUP_MINUTES,
  MAX_PASSKEYS,
  PENDING_SIGN_IN_MINUTES,
  type SecondFactorRule,
} from '#lib/domain/second-factor.ts';
import { BUSY, TOO_MANY_ATTEMPTS } from './failure.ts';

/** Messages for a code that was refused. */
const CODE_MESSAGES = {
  wrong: 'This code isn’t correct, or it has already been used. Enter the newest code.',
  too_many: TOO_MANY_ATTEMPTS,
  busy: BUSY,
  expired: `The ${PENDING_SIGN_IN_MINUTES}-minute limit for this step has passed. Sign in again.`,
  setup_gone: `The ${APP_SETUP_MINUTES}-minute limit for setting up the app has passed. Start again.`,
} as const;

/** Messages for a passkey that was refused. */
const PASSKEY_MESSAGES = {
  invalid: 'This passkey wasn’t accepted. Try again, or try another way.',
  too_many: TOO_MANY_ATTEMPTS,
  expired: CODE_MESSAGES.expired,
  off: 'You can’t sign in with a passkey alone. Sign in with your identity provider.',
  not_added: `This passkey couldn’t be added. It’s already in use, or you already have ${MAX_PASSKEYS} passkeys.`,
  no_passkeys:
    'Passkeys don’t work at this address, because it’s an IP address. Open Mailroom at an address with a host name.',
} as const;

/** Converts a refused code to form state. The message about a wrong code appears next to the code field. */
export const toRefusedCode = (why: keyof typeof CODE_MESSAGES) =>
  why === 'wrong' ? { fields: { code: CODE_MESSAGES.wrong } } : { message: CODE_MESSAGES[why] };

/** Converts a refused passkey to form state. */
export const toRefusedPasskey = (why: keyof typeof PASSKEY_MESSAGES) => ({ message: PASSKEY_MESSAGES[why] });

/** Describes why the browser didn't use a passkey. @param error what the browser reported */
export function describePasskeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'The passkey wasn’t used. Try again, or try another way.';
  return 'This browser couldn’t use a passkey. Try another way.';
}

/** The texts for the options of the team's second-factor rule. */
export const SECOND_FACTOR_RULE_TEXTS: Readonly<
  Record<SecondFactorRule, readonly [title: string, description: string]>
> = {
  none: ['No one', 'Each member decides whether to add a second factor.'],
  senders: ['Senders and admins', 'Everyone who can approve, pay for, and send campaigns.'],
  everyone: ['Everyone', 'Viewers too.'],
};

/** Says why the member needs a second factor. */
export const FACTOR_REQUIREMENTS = {
  senders: 'Your team requires a second factor for senders and admins.',
  everyone: 'Your team requires a second factor.',
  short_password: 'Your password is too short to be used alone, so you need a second factor.',
} as const;

export const REFUSED_REMOVAL_MESSAGES = {
  gone: 'This second factor is no longer in your account. Nothing was removed.',
  last_factor: 'Your team requires a second factor. Add another second factor before you remove this one.',
  short_password:
    'Your password is too short to be used alone. Choose a longer password in your profile or add another factor before you remove this one.',
} as const;
