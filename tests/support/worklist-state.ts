/** Adds decisions and attempts for many campaigns, as members and guests would make them. */
import { eq } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { GuestDecision, MemberDecision } from '#lib/domain/approval.ts';
import { approvalOf } from '#lib/domain/approval.ts';
import type { ApprovalSettings } from '#lib/domain/approval-rule.ts';
import { missingApproval, ruleForTotal } from '#lib/domain/approval-rule.ts';
import { toGuestDecision, toMemberDecision } from '#lib/share-links/approval.ts';
import { upsertMember } from '#lib/store/member-changes.ts';
import { queryMemberDecisions, saveMemberDecision } from '#lib/store/member-decisions.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { decidedContents } from '#lib/store/schema/decisions.ts';
import { members } from '#lib/store/schema/members.ts';
import { insertDecision, insertShareLink, queryDecisions } from '#lib/store/share-links.ts';
import type { StoredCampaign } from './worklist-service.ts';

/** The maximum number of campaigns of each status that get decisions. */
const DECIDED = 240;
const PASSWORD = `scrypt$16$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The members who decide: two senders, one member who left the team, and one whose role changed to viewer. */
const DECIDERS = ['ann', 'bob', 'left', 'viewer'].map((name) => `${name}@decides.test`);

type Step = 'approve' | 'changes' | 'guess' | 'edit';
/**
 * The sequences of steps that guests take on a campaign. `guess` is an approval without a verified email
 * address, and `edit` changes the content.
 */
const GUESTS: readonly (readonly Step[])[] = [
  [],
  ['approve'],
  ['changes'],
  ['guess'],
  ['changes', 'approve'],
  ['approve', 'guess'],
  ['approve', 'edit'],
  ['approve', 'edit', 'guess'],
  ['changes', 'edit', 'approve'],
];
/** The sequences of members' decisions on a campaign, each with the member's index in `DECIDERS`. */
const MEMBERS: readonly (readonly (readonly [number, 'approve' | 'changes'])[])[] = [
  [],
  [[0, 'approve']],
  [[0, 'changes']],
  [[2, 'approve']],
  [[3, 'approve']],
  [
    [0, 'approve'],
    [1, 'changes'],
  ],
  [
    [1, 'changes'],
    [0, 'approve'],
    [3, 'changes'],
  ],
];

/** Adds decisions on some drafts and queued campaigns, and unfinished attempts on some of them. */
export async function addWorklistState(db: Database, all: readonly StoredCampaign[]): Promise<void> {
  for (const [i, email] of DECIDERS.entries()) {
    await upsertMember(db, { email, role: 'sender', passwordHash: PASSWORD });
    if (i === 2) await db.update(members).set({ disabledAt: new Date() }).where(eq(members.email, email));
    if (i === 3) await db.update(members).set({ role: 'viewer' }).where(eq(members.email, email));
  }
  for (const status of ['draft', 'queued']) {
    const some = spread(all.filter((campaign) => campaign.status === status));
    for (const [i, { id }] of some.entries()) {
      await decideAsGuests(db, id, GUESTS[i % GUESTS.length] ?? []);
      await decideAsMembers(db, id, MEMBERS[(i * 5) % MEMBERS.length] ?? []);
      if (i % 11 === 3) await addAttempt(db, id, i % 2 === 0 ? 'payCampaign' : 'sendCampaign', 'mail');
      if (i % 11 === 7) await addAttempt(db, id, 'cloneCampaign', 'copy');
    }
  }
}

/** Returns up to `DECIDED` of the campaigns, spread evenly over the list. */
const spread = <T>(all: readonly T[]): readonly T[] => {
  const step = Math.max(1, Math.floor(all.length / DECIDED));
  return all.filter((_, i) => i % step === 0).slice(0, DECIDED);
};

async function decideAsGuests(db: Database, campaignId: number, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  const token = crypto.randomUUID();
  const link = await insertShareLink(db, {
    campaignId,
    nonce: token,
    tokenHash: token,
    label: 'For the owner',
    by: 'ann@decides.test',
    visibleParts: { price: false, recipients: false, metadata: false },
    guestsDecide: true,
    fingerprints: { proof: null, designs: null, recipients: 'none', price: null },
    expiresAt: new Date(Date.now() + 60_000),
  });
  let version = 1;
  for (const [i, step] of steps.entries()) {
    if (step === 'edit') {
      version++;
      await db
        .update(decidedContents)
        .set({ fingerprint: `version ${version}` })
        .where(eq(decidedContents.campaignId, campaignId));
      continue;
    }
    await insertDecision(db, {
      shareLinkId: link.id,
      campaignId,
      decision: step === 'changes' ? 'changes' : 'approved',
      name: 'Ann Lee',
      email: `guest${i}@guest.example`,
      fingerprint: `version ${version}`,
      verifiedAt: step === 'guess' ? null : new Date(),
    });
  }
}

async function decideAsMembers(
  db: Database,
  campaignId: number,
  decisions: readonly (readonly [number, 'approve' | 'changes'])[],
): Promise<void> {
  const [content] = await db.select().from(decidedContents).where(eq(decidedContents.campaignId, campaignId));
  for (const [number, step] of decisions) {
    const member = await findMemberByEmail(db, DECIDERS[number] ?? '');
    if (!member) throw new Error('The member is missing.');
    await saveMemberDecision(db, {
      campaignId,
      memberId: member.id,
      by: member.email,
      decision: step === 'changes' ? 'changes' : 'approved',
      comment: null,
      fingerprint: content?.fingerprint ?? 'version 1',
    });
  }
}

const addAttempt = (
  db: Database,
  campaignId: number,
  operation: typeof attempts.$inferInsert.operation,
  lockScope: typeof attempts.$inferInsert.lockScope,
) =>
  db.insert(attempts).values({ campaignId, operation, lockScope, state: 'unknown', by: 'ann@decides.test' });

/** A campaign's state in the console's tables, computed with the functions that pages and attempts use. */
export interface CampaignState {
  readonly isUnfinished: boolean;
  readonly isBlocked: boolean;
  readonly guestState: ReturnType<typeof approvalOf>['kind'];
  readonly isUnapproved: boolean;
}

export async function readWorklistState(
  db: Database,
  settings: ApprovalSettings,
): Promise<(campaign: StoredCampaign) => CampaignState> {
  const unsettled = (await db.select().from(attempts)).filter(
    ({ state }) => state === 'open' || state === 'unknown',
  );
  const contents = new Map(
    (await db.select().from(decidedContents)).map(({ campaignId, fingerprint }) => [campaignId, fingerprint]),
  );
  const ids = [...contents.keys()];
  const guests = Map.groupBy(
    ids.length > 0 ? await queryDecisions(db, ids) : [],
    ({ campaignId }) => campaignId,
  );
  const byMembers = Map.groupBy(
    ids.length > 0 ? await queryMemberDecisions(db, ids) : [],
    ({ campaignId }) => campaignId,
  );
  return ({ id, status, highestPrice }) => {
    const current = contents.get(id) ?? null;
    const guestDecisions: GuestDecision[] = (guests.get(id) ?? []).map((row) =>
      toGuestDecision(row, current),
    );
    const memberDecisions: MemberDecision[] = (byMembers.get(id) ?? []).map((row) =>
      toMemberDecision(row, current),
    );
    const approval = approvalOf(guestDecisions);
    const rule = status === 'draft' ? ruleForTotal(settings, highestPrice) : 'none';
    const own = unsettled.filter(({ campaignId }) => campaignId === id);
    return {
      isUnfinished: own.length > 0,
      isBlocked: own.some(({ lockScope }) => lockScope === 'mail'),
      guestState: approval.kind,
      isUnapproved: missingApproval(rule, { guests: approval, members: memberDecisions }, '') !== 'none',
    };
  };
}
