import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { prepareOnce } from '#lib/database/prepared.ts';
import type { ApprovalSettings } from '#lib/domain/approval-rule.ts';
import type { SecondFactorRule } from '#lib/domain/second-factor.ts';
import { teamSettings } from './schema/team-settings.ts';

const DEFAULTS: ApprovalSettings = { rule: 'none', minimum: null };

const approvalSettings = prepareOnce((db) =>
  db
    .select({ rule: teamSettings.approvalRule, minimum: teamSettings.approvalMinimum })
    .from(teamSettings)
    .prepare(''),
);

export async function readApprovalSettings(db: Database): Promise<ApprovalSettings> {
  const [row] = await approvalSettings(db).execute();
  return row ?? DEFAULTS;
}

/**
 * Locks the settings until the transaction ends, so that a change can be compared with the current rules. Adds the
 * settings row if it is missing, because only an existing row can be locked.
 */
export async function lockTeamSettings(tx: Database): Promise<void> {
  await tx.insert(teamSettings).values({}).onConflictDoNothing();
  await tx.select({ id: teamSettings.id }).from(teamSettings).for('update');
}

export async function updateApprovalSettings(
  db: Database,
  { rule, minimum }: ApprovalSettings,
): Promise<void> {
  const set = { approvalRule: rule, approvalMinimum: minimum };
  await db.insert(teamSettings).values(set).onConflictDoUpdate({ target: teamSettings.id, set });
}

export async function querySecondFactorRule(db: Database): Promise<SecondFactorRule> {
  const [row] = await db.select({ rule: teamSettings.secondFactorRule }).from(teamSettings);
  return row?.rule ?? 'none';
}

export async function updateSecondFactorRule(
  db: Database,
  secondFactorRule: SecondFactorRule,
): Promise<void> {
  const set = { secondFactorRule };
  await db.insert(teamSettings).values(set).onConflictDoUpdate({ target: teamSettings.id, set });
}
