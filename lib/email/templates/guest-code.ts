import { GUEST_CODE_MINUTES } from '#lib/domain/guest-review.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

/**
 * Contains no text that the guest or the member entered, because anyone with a share link can trigger this
 * email.
 */
export function guestCodeEmail(code: string): RenderedEmail {
  return renderEmail({
    subject: 'Your Mailroom code',
    title: `Your code is ${code}`,
    paragraphs: [
      `Enter this code on the page where you reviewed the proof. The code works for ${GUEST_CODE_MINUTES} minutes.`,
    ],
    why: 'You’re receiving this because someone entered your email address when they reviewed a proof. If that wasn’t you, ignore this email. Without the code, no one can verify a decision in your name.',
  });
}
