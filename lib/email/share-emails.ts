/** Emails share links to campaigns' customers, and sends each email at most once. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Database } from '#lib/database/open.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { cachedNames } from '#lib/index/names.ts';
import { resolveTemplateNames } from '#lib/index/template-names.ts';
import { isExiting } from '#lib/runtime/unfinished-work.ts';
import { linkState, linkUrl } from '#lib/share-links/listed-links.ts';
import { findMember } from '#lib/store/members.ts';
import {
  expireShareEmails,
  postponeShareEmail,
  type ShareEmailRow,
  settleShareEmail,
  type TakenShareEmail,
  takeDueShareEmail,
} from '#lib/store/share-emails.ts';
import { markShareLinkRevoked, type ShareLinkRow } from '#lib/store/share-links.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { shareLinkEmail } from './templates/share-link.ts';
import { type Delivery, deliverOnce } from './transport.ts';

/** The maximum number of emails sent per round. */
const MAX_PER_ROUND = 20;

/** How long to wait after each delivery attempt with the result `not_sent`, except the last. */
const RETRY_MS = [MINUTE_MS / 2, 2 * MINUTE_MS];

/**
 * A delivery attempt that hasn't ended after this time was interrupted, because the server that made it died.
 */
const EXPIRES_AFTER_MS = 2 * MINUTE_MS;

const refused = (code: string): Failure => ({ kind: 'refused', status: 409, code });

/**
 * Sends the emails that are due. Several servers can run this function at the same time, because only one server can
 * take each email.
 * @returns whether more emails may be due. False if the process is about to end
 */
export async function sendDueShareEmails(db: Database): Promise<boolean> {
  await expireShareEmails(db, EXPIRES_AFTER_MS);
  for (let i = 0; i < MAX_PER_ROUND; i++) {
    // The emails that are still waiting are sent after the restart, or by another server.
    if (isExiting()) return false;
    const taken = await takeDueShareEmail(db);
    if (!taken) return false;
    await deliver(db, taken);
  }
  return true;
}

async function deliver(db: Database, { email, link }: TakenShareEmail): Promise<void> {
  const url = linkState(link) === 'open' ? linkUrl(link) : null;
  // A member may have revoked the link, or have lost the right to share, since the link was created.
  if (url === null) return fail(email, link, refused('link_closed'));
  const delivery = await deliverOnce({
    ...(await composeEmail(db, email, link, url)),
    to: email.to,
    about: email.shareLinkId,
  });
  return recordDelivery(db, email, link, delivery);
}

async function composeEmail(
  db: Database,
  { message }: ShareEmailRow,
  { campaignId: id, memberId, by, guestsDecide, expiresAt }: ShareLinkRow,
  link: string,
) {
  const [member, names] = await Promise.all([
    memberId === null ? undefined : findMember(db, memberId),
    cachedNames('templates'),
  ]);
  const title = (await resolveTemplateNames(db, [{ id }], names)).get(id)?.first;
  return shareLinkEmail({ by: member?.name ?? by, title, link, guestsDecide, message, expires: expiresAt });
}

async function recordDelivery(
  db: Database,
  email: ShareEmailRow,
  link: ShareLinkRow,
  delivery: Delivery,
): Promise<void> {
  switch (delivery) {
    case 'accepted':
      return changeAndRecord(async (tx, record) => {
        const isSettled = await settleShareEmail(tx, email, 'sent');
        if (isSettled) await record({ name: 'share_link.emailed', ...eventOf(link) });
      });
    case 'unknown':
      await db.transaction((tx) => settleShareEmail(tx, email, 'unknown'));
      return;
    case 'refused':
      return fail(email, link, refused('address_refused'));
    case 'not_sent': {
      const wait = RETRY_MS[email.deliveryAttempts - 1];
      return wait === undefined
        ? fail(email, link, refused('email_not_sent'))
        : postponeShareEmail(db, email, wait);
    }
  }
}

/**
 * Gives up on an email that the email server definitely didn't accept, and revokes the link, which the
 * customer never received.
 */
const fail = (email: ShareEmailRow, link: ShareLinkRow, failure: Failure): Promise<void> =>
  changeAndRecord(async (tx, record) => {
    if (!(await settleShareEmail(tx, email, 'failed', failure))) return;
    const isRevoked = await markShareLinkRevoked(tx, link.id, link.campaignId);
    if (isRevoked) await record({ name: 'share_link.revoked', ...eventOf(link) });
  });

/** The event isn't caused by a request. */
const eventOf = ({ id, campaignId, label, by, memberId }: ShareLinkRow) => ({
  by: { email: by, ...(memberId !== null && { id: memberId }) },
  campaignId,
  details: { id, label },
  from: null,
});
