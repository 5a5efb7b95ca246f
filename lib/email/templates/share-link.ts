import { DEFAULT_LOCALE } from '#lib/format/date-locales.ts';
import { formatFull } from '#lib/format/dates.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

interface ProofEmail {
  /** The name or email address of the member who shares the proof. */
  readonly by: string;
  /** The title that the guest's page shows. Undefined if it shows none. */
  readonly title: string | undefined;
  /** The share link. It must not appear in the subject, because anyone who has it can see the proof. */
  readonly link: string;
  /** Whether the customer can approve the proof or request changes. */
  readonly guestsDecide: boolean;
  /** The member's message. */
  readonly message: string | null;
  readonly expires: Date;
}

/** Sends a campaign's customer a link to the proof. */
export function shareLinkEmail(shared: ProofEmail): RenderedEmail {
  const { by, title, link, guestsDecide, message, expires } = shared;
  const proof = title === undefined ? 'a proof' : `the proof of “${title}”`;
  const request = guestsDecide
    ? 'Look at the proof, then approve it or request changes.'
    : 'You don’t need an account to look at it.';
  return renderEmail({
    subject: title === undefined ? 'A proof for you' : `Your proof: ${title}`,
    title: guestsDecide ? 'Your proof is ready to review' : 'Your proof is ready',
    paragraphs: [`${by} shared ${proof} with you. ${request}`],
    quote: message?.trim() || undefined,
    facts: [
      { name: 'Expires', value: formatFull(expires.getTime(), { zone: 'UTC', locale: DEFAULT_LOCALE }) },
    ],
    button: { label: guestsDecide ? 'Review the proof' : 'View the proof', link },
    why: `You’re receiving this because ${by} is preparing a mailing for you. Anyone who has this link can see the proof, so don’t forward this email.`,
  });
}
