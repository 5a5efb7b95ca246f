import type { FactorChange } from '#lib/domain/second-factor.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { FACTOR_CHANGE_TEXTS } from '#lib/format/factor-change.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

interface FactorChangeInfo {
  readonly change: FactorChange;
  readonly at: number;
  /** The URL of the member's profile. */
  readonly link: string;
  /** The recipient's time zone and locale. */
  readonly dateSettings: DateSettings;
}

/** Tells a member about a change to their second factors. */
export function factorChangeEmail({ change, at, link, dateSettings }: FactorChangeInfo): RenderedEmail {
  const [title, paragraph] = FACTOR_CHANGE_TEXTS[change];
  return renderEmail({
    subject: title,
    title,
    paragraphs: [
      paragraph,
      'If this wasn’t you, tell one of your team’s admins right away, and change your password.',
    ],
    facts: [{ name: 'When', value: formatFull(at, dateSettings) }],
    button: { label: 'Open your profile', link },
    why: 'You’re receiving this because the change affects how you sign in to Mailroom.',
  });
}
