/**
 * SQL conditions that select indexed campaigns by their attempts and decisions, which are in other tables. Each set
 * that is looked up is small: unfinished attempts, and campaigns that have decisions but haven't gone to production.
 */
import 'server-only';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { type ApprovalSettings, needsGuest, needsMember } from '#lib/domain/approval-rule.ts';
import type { GuestApproval, IndexFilter } from '#lib/domain/index-filter.ts';
import { isAllowed, ROLES } from '#lib/domain/permissions.ts';
import { UNSETTLED } from './attempts.ts';
import { attempts } from './schema/attempts.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';
import { decidedContents as contents, guestDecisions, memberDecisions } from './schema/decisions.ts';
import { members } from './schema/members.ts';
import { readApprovalSettings } from './team-settings.ts';

/** Selects all campaigns, or all campaigns with one status, except for those in a small set. */
interface Exclusion {
  /** Matches the campaigns that the filter leaves out. */
  readonly excluded: SQL;
  /** If set, the filter selects only campaigns with this status. */
  readonly status?: string;
}

/** The conditions of the fields that depend on attempts and decisions. */
export interface DecisionConditions {
  readonly attempts?: SQL | undefined;
  readonly approval?: SQL | undefined;
  readonly guests?: SQL | undefined;
  /** The same conditions, where possible as exclusions that totals can subtract from stored sums. */
  readonly exclusions: Partial<Record<'attempts' | 'approval', Exclusion>>;
}

export async function readDecisionConditions(
  db: Database,
  { attempts: attempt, approval, guests = [] }: IndexFilter,
): Promise<DecisionConditions> {
  const settings = approval && (await readApprovalSettings(db));
  const blocked = sql`${campaigns.campaignId} in (${blockingAttempts(db)})`;
  const isDraft = eq(campaigns.status, 'draft');
  const approved = settings && sql`${campaigns.campaignId} in (${approvedCampaigns(settings)})`;
  const applies = settings && ruleApplies(settings);
  return {
    attempts:
      attempt === undefined
        ? undefined
        : attempt === 'none'
          ? sql`not (${blocked})`
          : sql`${campaigns.campaignId} in (${unfinishedAttempts(db)})`,
    approval:
      approval === 'missing'
        ? and(isDraft, applies, sql`not (${approved})`)
        : approval && and(isDraft, or(sql`not (${applies})`, approved)),
    guests: guests.length > 0 ? sql`${campaigns.campaignId} in (${backFromGuests(guests)})` : undefined,
    exclusions: {
      ...(attempt === 'none' && { attempts: { excluded: blocked } }),
      ...(approval === 'missing' &&
        approved &&
        settings.rule !== 'none' &&
        settings.minimum === null && { approval: { excluded: approved, status: 'draft' } }),
    },
  };
}

const unfinishedAttempts = (db: Database) =>
  db.select({ id: attempts.campaignId }).from(attempts).where(inArray(attempts.state, UNSETTLED));

/** The campaigns with an attempt that keeps members from paying for or sending them. */
const blockingAttempts = (db: Database) =>
  db
    .select({ id: attempts.campaignId })
    .from(attempts)
    .where(and(inArray(attempts.state, UNSETTLED), eq(attempts.lockScope, 'mail')));

/** Whether the team's rule requires approval of a draft. Also true if the draft's totals aren't known. */
function ruleApplies({ rule, minimum }: ApprovalSettings): SQL {
  if (rule === 'none') return sql`false`;
  if (minimum === null) return sql`true`;
  return sql`coalesce(${campaigns.highestTotal} >= ${minimum}, true)`;
}

const isCurrent = (fingerprint: typeof guestDecisions.fingerprint | typeof memberDecisions.fingerprint) =>
  sql`${fingerprint} = ${contents.fingerprint}`;

/**
 * For each campaign with decisions, the approval state according to the guests' decisions, and the time of
 * the decision that determines the state. Must match `approvalOf` in lib/domain/approval.ts.
 */
const guestApproval = sql`select case
    when not ${isCurrent(guestDecisions.fingerprint)} then 'void'
    when ${guestDecisions.verifiedAt} is null then 'unverified'
    else ${guestDecisions.decision} end as state, ${guestDecisions.at} as at
  from ${guestDecisions} where ${guestDecisions.campaignId} = ${contents.campaignId}
  order by ${isCurrent(guestDecisions.fingerprint)} desc,
    ${isCurrent(guestDecisions.fingerprint)} and ${guestDecisions.verifiedAt} is not null desc,
    ${guestDecisions.at} desc, ${guestDecisions.id} desc limit 1`;

const APPROVERS = ROLES.filter((role) => isAllowed(role, 'approve'));

/** The latest decision about the current content by a member who can approve. */
const memberApproval = sql`select ${memberDecisions.decision} from ${memberDecisions}
  join ${members} on ${members.id} = ${memberDecisions.memberId}
  where ${memberDecisions.campaignId} = ${contents.campaignId} and ${isCurrent(memberDecisions.fingerprint)}
    and ${members.disabledAt} is null and ${inArray(members.role, APPROVERS)}
  order by ${memberDecisions.at} desc, ${memberDecisions.id} desc limit 1`;

/**
 * The campaigns that have every approval that the rule requires, no matter who gave it. The members' part must match
 * `isApprovedByOther` in lib/domain/approval-rule.ts for a payer without decisions.
 */
function approvedCampaigns({ rule }: ApprovalSettings): SQL {
  const conditions = [
    ...(needsGuest(rule) ? [sql`(select state from (${guestApproval}) as guest) = 'approved'`] : []),
    ...(needsMember(rule) ? [sql`(${memberApproval}) = 'approved'`] : []),
  ];
  return sql`select ${contents.campaignId} from ${contents} where ${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

/** The query behind `backFromGuests`, with the campaign's id, the approval state, and the state's time. */
const decidedByGuests = sql`select ${contents.campaignId} as campaign_id, guest.state, guest.at from ${contents}
  join ${campaigns} as unsent on unsent.campaign_id = ${contents.campaignId} and unsent.is_listed
  join lateral (${guestApproval}) as guest
    on unsent.status = 'draft' or (unsent.status = 'queued' and guest.state = 'changes')`;

/** Drafts that a guest has decided on, and queued campaigns for which a guest has requested changes. */
const backFromGuests = (states: readonly GuestApproval[]): SQL =>
  sql`select campaign_id from (${decidedByGuests}) as decided where ${inArray(sql`state`, [...states])}`;

/**
 * Returns up to `limit` campaigns that match the filter: first those that need attention, then those with the
 * latest decisions.
 */
export async function listBackFromGuests(
  db: Database,
  filter: IndexFilter,
  limit: number,
): Promise<readonly number[]> {
  const { guests = [] } = filter;
  const { attempts: isFree } = await readDecisionConditions(db, filter);
  const rows = await db
    .select({ id: campaigns.campaignId })
    .from(campaigns)
    .innerJoin(sql`(${decidedByGuests}) as decided`, sql`decided.campaign_id = ${campaigns.campaignId}`)
    .where(and(campaigns.isListed, isFree, inArray(sql`decided.state`, [...guests])))
    .orderBy(sql`decided.state in ('changes', 'void') desc, decided.at desc, ${campaigns.campaignId}`)
    .limit(limit);
  return rows.map(({ id }) => id);
}
