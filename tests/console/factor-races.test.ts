/** Tests that simultaneous requests never leave a member without the factor that the member just added. */
import { describe, expect, it, vi } from 'vitest';
import { changeFactorAction, finishAppAction } from '#app/second-factor/actions.ts';
import { getAccount, getMember } from '#lib/auth/session.ts';
import { readAppSetup, readOwnFactors } from '#lib/data/own-factors.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { totpCode } from '../support/totp.ts';
import {
  addMemberWithApp,
  addPasswordMember,
  enterPassword,
  openBrowser,
  setSecondFactorRule,
  setUpFactorHarness,
} from './support/factors.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

setUpFactorHarness();

it('the app and the displayed recovery codes stay valid if the app’s first code is submitted twice at the same time', async () => {
  const member = await addPasswordMember();
  const browser = await openBrowser(member);
  await browser.submit(changeFactorAction, { start: 'app' });
  const setup = await browser.run(readAppSetup);
  const code = totpCode((setup.ok && setup.value?.secret) || '');
  const send = async () => (await browser.submit(finishAppAction, { code })) as FormState;
  const results = await Promise.all([send(), send()]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const factors = await browser.run(readOwnFactors);
  expect(factors).toMatchObject({ ok: true, value: { app: expect.anything(), codesLeft: 8 } });
  expect((await enterPassword(member)).result).toMatchObject({
    to: expect.stringContaining('/login/second-factor'),
  });
});

describe('a member who removed their only factor', () => {
  it('must add a factor in the same session as soon as the team requires one', async () => {
    const { browser } = await addMemberWithApp();
    expect(await browser.submit(changeFactorAction, { remove: 'app' })).toMatchObject({ ok: true });
    expect(await browser.run(getMember)).not.toBeNull();
    await setSecondFactorRule('everyone');
    expect(await browser.run(getMember)).toBeNull();
    expect(await browser.run(getAccount)).toMatchObject({ needsFactor: true });
  });
});
