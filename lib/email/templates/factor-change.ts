import type { FactorChange } from '#lib/domain/second-factor.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

const TEXTS: Readonly<Record<FactorChange, readonly [title: string, paragraph: string]>> = {
  passkey_added: [
    'A passkey was added to your account',
    'The passkey can now be used to sign in to your account. You’ve been signed out everywhere else.',
  ],
  passkey_removed: [
    'A passkey was removed from your account',
    'The passkey can no longer be used to sign in. You’ve been signed out everywhere else.',
  ],
  app_added: [
    'An authenticator app was added to your account',
    'From now on, signing in with your password also requires a code from the app. You’ve been signed out everywhere else.',
  ],
  app_removed: [
    'The authenticator app was removed from your account',
    'The app’s codes no longer work. You’ve been signed out everywhere else.',
  ],
  recovery_code_used: [
    'A recovery code was used for your account',
    'The code was accepted in place of your second factor and can’t be used again. If you lost a device, remove the device’s passkey or authenticator app from your account.',
  ],
  recovery_codes_replaced: [
    'Your recovery codes were replaced',
    'The earlier recovery codes no longer work.',
  ],
  factors_reset: [
    'An admin reset your second factor',
    'Your passkeys, authenticator app, and recovery codes no longer work, and you’ve been signed out everywhere. Sign in with your password, and then add a new second factor.',
  ],
};

interface FactorChangeInfo {
  readonly change: FactorChange;
  readonly at: Date;
  /** The URL of the member's profile. */
  readonly link: string;
  /** The recipient's time zone and locale. */
  readonly dateSettings: DateSettings;
}

/** Tells a member about a change to their second factors. */
export function factorChangeEmail({ change, at, link, dateSettings }: FactorChangeInfo): RenderedEmail {
  const [title, paragraph] = TEXTS[change];
  return renderEmail({
    subject: title,
    title,
    paragraphs: [
      paragraph,
      'If this wasn’t you, tell one of your team’s admins right away, and change your password.',
    ],
    facts: [{ name: 'When', value: formatFull(at.getTime(), dateSettings) }],
    button: { label: 'Open your profile', link },
    why: 'You’re receiving this because the change affects how you sign in to Mailroom.',
  });
}
