import 'server-only';
import type { Member } from '#lib/auth/session.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { type HealthReport, readHealthReport } from '#lib/monitoring/health-report.ts';
import { authorize } from './authorize.ts';

/** Reads how the console, its database, and the mail service are doing. Only for admins. */
export async function readHealth(known?: Member): Promise<Outcome<HealthReport>> {
  const allowed = await authorize('manageTeam', known);
  return allowed.ok ? ok(await readHealthReport()) : allowed;
}
