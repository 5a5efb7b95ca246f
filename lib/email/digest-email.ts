/** Composes a member's digest just before it is sent. */
import 'server-only';
import { createHash } from 'node:crypto';
import type { Database } from '#lib/database/open.ts';
import { DIGEST } from '#lib/domain/notification.ts';
import { env } from '#lib/env/env.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { type Recheck, recheckNotification } from '#lib/notifications/recheck.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import type { MemberRow } from '#lib/store/members.ts';
import type { NotificationRow } from '#lib/store/notifications.ts';
import { type Covered, queryDigestNotifications } from '#lib/store/outbox.ts';
import {
  isOver,
  mayRead,
  type NotificationEmail,
  type ReportedContent,
  readDateSettingsOf,
  readReportedContents,
} from './notification-email.ts';
import { digestEmail } from './templates/digest.ts';

/** The minimum time between two digests if a member gets many notifications. */
export const DIGEST_RETRY_MINUTES = 15;
/**
 * The period in which new checks may start. A check takes at most 8 seconds and the delivery at most 25
 * seconds, and another server may take over the digest after a minute.
 */
const CHECK_MS = 15_000;
/** The number of notifications that are checked at the same time. */
const CONCURRENCY = 4;

interface Digest {
  /** Null if there is nothing to report. */
  readonly email: NotificationEmail | null;
  /** The notifications that need no further email. */
  readonly covered: readonly Covered[];
  /**
   * The notifications that can't be checked, or can't be checked in time, because the mail service doesn't
   * respond.
   */
  readonly undecided: readonly NotificationRow[];
}

/**
 * Composes the digest of a member whose role may have changed since the notifications were queued.
 * @param checkMs the period in which new checks may start
 */
export async function composeDigest(
  db: Database,
  { memberId }: Pick<NotificationRow, 'memberId'>,
  member: MemberRow,
  checkMs = CHECK_MS,
): Promise<Digest> {
  const rows = await queryDigestNotifications(db, memberId);
  const contents = await readReportedContents(db, rows);
  const end = performance.now() + checkMs;
  const states = await mapInParallel(
    contents,
    CONCURRENCY,
    (reported) => checkContent(db, reported, member),
    () => performance.now() > end,
  );
  const checked = contents.map((reported, i) => ({ ...reported, state: states[i] ?? 'unknown' }));
  const dateSettings = await readDateSettingsOf(db, member);
  const listed = checked.filter(({ state }) => state === 'true');
  const covered = checked.flatMap(({ row, decisionIds = [], state }) =>
    state === 'unknown' ? [] : [{ row, decisionIds: state === 'lost' ? ('all' as const) : decisionIds }],
  );
  const notifications = listed.flatMap(({ row: { kind }, content }) =>
    kind === DIGEST ? [] : [describeNotification(kind, content, dateSettings)],
  );
  return {
    email:
      notifications.length === 0
        ? null
        : { ...digestEmail({ notifications, origin: env().origin }), about: digestId(listed) },
    covered,
    undecided: checked.flatMap(({ row, state }) => (state === 'unknown' ? [row] : [])),
  };
}

/** `lost` means that the member is no longer allowed to read the notification. */
async function checkContent(
  db: Database,
  { row, content }: ReportedContent,
  member: MemberRow,
): Promise<Recheck | 'lost'> {
  if (row.kind === DIGEST || !mayRead(member, row.kind)) return 'lost';
  if (!content || isOver(content)) return 'outdated';
  return row.kind === 'campaign.due_unapproved' ? recheckNotification(db, row) : isUnsent(content);
}

/**
 * The campaign index knows which drafts were sent, so composing a digest doesn't require reading each of them
 * again.
 */
const isUnsent = (content: NonNullable<ReportedContent['content']>): Recheck =>
  content.event === 'campaign.paid_unsent' && !content.isUnsent ? 'outdated' : 'true';

/** Identifies a digest's content, so that a repeated delivery has the same Message-ID. */
const digestId = (listed: readonly ReportedContent[]): string =>
  createHash('sha256')
    .update(JSON.stringify(listed.map(({ row, decisionIds }) => [row.id, row.occasions, decisionIds])))
    .digest('hex')
    .slice(0, 32);
