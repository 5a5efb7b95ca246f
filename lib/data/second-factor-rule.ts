/** The team's rule about who must have a second factor. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isFactorRequired, isWeakerFactorRule, type SecondFactorRule } from '#lib/domain/second-factor.ts';
import { store } from '#lib/store/open.ts';
import { lockTeamSettings, querySecondFactorRule, updateSecondFactorRule } from '#lib/store/team-settings.ts';
import { authorize, authorizeAccount, authorizeRecentAccount } from './authorize.ts';

export async function readSecondFactorRule(): Promise<Outcome<SecondFactorRule>> {
  const allowed = await authorize('manageTeam');
  return allowed.ok ? ok(await querySecondFactorRule(await store())) : allowed;
}

/**
 * Saves the rule, which takes effect on each member's next request. An admin who signed in without a second
 * factor can't save a rule that requires the admin to have one, because the rule would lock the admin out. To
 * weaken the rule, the admin must have signed in or confirmed their identity in the last ten minutes.
 */
export async function saveSecondFactorRule(rule: SecondFactorRule): Promise<Outcome<null>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const [account, recent] = await Promise.all([authorizeAccount(), authorizeRecentAccount()]);
  if (!account.ok) return account;
  if (isFactorRequired(rule, allowed.value.role) && !account.value.isTwoFactor)
    return fail({ kind: 'refused', status: 409, code: 'no_own_factor' });
  return changeAndRecord(async (tx, record) => {
    await lockTeamSettings(tx);
    if (!recent.ok && isWeakerFactorRule(await querySecondFactorRule(tx), rule)) return recent;
    await updateSecondFactorRule(tx, rule);
    const details = { required_for: rule === 'none' ? 'no_one' : rule };
    await record({ name: 'second_factor_rule.changed', by: allowed.value, details });
    return ok(null);
  });
}
