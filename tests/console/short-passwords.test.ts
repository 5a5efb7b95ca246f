/** Tests that only members with a second factor can use a short password. */
import { describe, expect, it, vi } from 'vitest';
import { passwordAction } from '#app/(console)/profile/actions.ts';
import { changeFactorAction } from '#app/second-factor/actions.ts';
import { getMember } from '#lib/auth/session.ts';
import { addMemberWithApp, addPasswordMember, openBrowser, setUpFactorHarness } from './support/factors.ts';
import { PASSWORD } from './support/sign-in.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

setUpFactorHarness();

describe('a short password', () => {
  const fields = { old_password: PASSWORD, password: 'vK7#qm2x' };

  it('is refused without a second factor, even if it has eight characters', async () => {
    const browser = await openBrowser(await addPasswordMember());
    expect(await browser.submit(passwordAction, fields)).toMatchObject({
      fields: { password: 'Use at least 12 characters.' },
    });
  });

  it('is accepted with a second factor if it has eight characters, and the session keeps working', async () => {
    const { browser } = await addMemberWithApp();
    expect(await browser.submit(passwordAction, fields)).toEqual({ to: '/profile?done=password' });
    expect(await browser.run(getMember)).not.toBeNull();
  });

  it('prevents the member from removing the last factor until the password is longer', async () => {
    const { browser } = await addMemberWithApp();
    await browser.submit(passwordAction, fields);
    expect(await browser.submit(changeFactorAction, { remove: 'app' })).toMatchObject({
      message: expect.stringContaining('Your password is too short'),
    });
    const longer = { old_password: fields.password, password: 'a much longer password' };
    await browser.submit(passwordAction, longer);
    expect(await browser.submit(changeFactorAction, { remove: 'app' })).toMatchObject({ ok: true });
  });

  it('is refused even with a second factor if it has only seven characters', async () => {
    const { browser } = await addMemberWithApp();
    expect(await browser.submit(passwordAction, { ...fields, password: 'vK7#qm2' })).toMatchObject({
      fields: { password: 'Use at least 8 characters.' },
    });
  });
});
