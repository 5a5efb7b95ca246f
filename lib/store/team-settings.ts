import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { teamSettings } from './schema.ts';

export type TeamSettings = Omit<typeof teamSettings.$inferSelect, 'id'>;

const DEFAULTS: TeamSettings = { approvalRequired: false };

export async function readTeamSettings(db: Database): Promise<TeamSettings> {
  const [row] = await db.select({ approvalRequired: teamSettings.approvalRequired }).from(teamSettings);
  return row ?? DEFAULTS;
}

export async function updateTeamSettings(db: Database, change: Partial<TeamSettings>): Promise<void> {
  const row = { ...DEFAULTS, ...change };
  await db.insert(teamSettings).values(row).onConflictDoUpdate({ target: teamSettings.id, set: change });
}
