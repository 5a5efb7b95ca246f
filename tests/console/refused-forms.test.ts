/** Tests what every console form shows if the browser submits a field that the form doesn't have. */
import { describe, expect, it, vi } from 'vitest';
import { OUTDATED_FORM } from '#lib/forms/action.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { submitFromPage } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

setUpHarness();

type Action = (previous: FormState, form: FormData) => Promise<FormState>;
const modules = import.meta.glob<Record<string, Action>>([
  '../../app/**/actions.ts',
  '../../app/**/*-action.ts',
  // The sign-in form ignores unknown fields.
  '!../../app/login/actions.ts',
]);

async function listActions(): Promise<[string, Action][]> {
  const loaded = await Promise.all(Object.values(modules).map((load) => load()));
  return loaded.flatMap((module) => Object.entries(module));
}

const actions = await listActions();

describe('a form that is submitted with an unknown field', () => {
  it.each(actions)('says what to do: %s', async (_, action) => {
    expect(await submitFromPage(action, { choice: 'now' }, 'admin@mailroom.test')).toMatchObject({
      message: OUTDATED_FORM,
      fields: { choice: expect.any(String) },
    });
  });
});
