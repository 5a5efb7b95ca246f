import type { FactorChange } from '#lib/domain/second-factor.ts';

/** The text that tells a member about a change to their second factors. */
export const FACTOR_CHANGE_TEXTS: Readonly<
  Record<FactorChange, readonly [title: string, paragraph: string]>
> = {
  'passkey.added': [
    'A passkey was added to your account',
    'The passkey can now be used to sign in to your account. You’ve been signed out everywhere else.',
  ],
  'passkey.removed': [
    'A passkey was removed from your account',
    'The passkey can no longer be used to sign in. You’ve been signed out everywhere else.',
  ],
  'app.added': [
    'An authenticator app was added to your account',
    'From now on, signing in with your password also requires a code from the app. You’ve been signed out everywhere else.',
  ],
  'app.removed': [
    'The authenticator app was removed from your account',
    'The app’s codes no longer work. You’ve been signed out everywhere else.',
  ],
  'recovery_code.used': [
    'A recovery code was used for your account',
    'The code was accepted in place of your second factor and can’t be used again. If you lost a device, remove the device’s passkey or authenticator app from your account.',
  ],
  'recovery_codes.replaced': [
    'Your recovery codes were replaced',
    'The earlier recovery codes no longer work.',
  ],
  'factors.reset': [
    'An admin reset your second factor',
    'Your passkeys, authenticator app, and recovery codes no longer work, and you’ve been signed out everywhere. Sign in with your password, and then add a new second factor.',
  ],
};
