/** Submits the form that creates an API token, and reads a member's tokens. */
import { createTokenAction } from '#app/(console)/tokens/actions.ts';
import { listOwnApiTokens } from '#lib/data/api-tokens.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import type { RunAs } from './members.ts';
import { headers } from './request.ts';
import { ORIGIN } from './settings.ts';

/**
 * Submits the form that creates an API token. By default, the token has read access and works for 90 days.
 */
export async function submitTokenForm(
  runAs: RunAs,
  fields: Readonly<Record<string, string>>,
): Promise<FormState> {
  const form = new FormData();
  const all = { name: 'Nightly sync', days: '90', access: 'read', ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return runAs(async () => {
    (await headers()).set('origin', ORIGIN);
    return createTokenAction({}, form);
  });
}

export async function readOwnTokens(runAs: RunAs) {
  const tokens = await runAs(listOwnApiTokens);
  if (!tokens.ok) throw new Error('The tokens could not be read.');
  return tokens.value;
}
