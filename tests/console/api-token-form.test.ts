/** Tests the form that creates an API token. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isApiToken } from '#lib/auth/api-token.ts';
import { isReadScope, scopesOfRole } from '#lib/domain/api-token.ts';
import { composeNotificationEmail } from '#lib/email/notification-email.ts';
import { store } from '#lib/store/open.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { addTokenMember } from './support/api-tokens.ts';
import { backdateSessions } from './support/factors.ts';
import { setUpHarness } from './support/harness.ts';
import { asMember, type RunAs } from './support/members.ts';
import { EMAIL_SETTINGS, ORIGIN } from './support/settings.ts';
import { addCampaign } from './support/tiny-service.ts';
import { readOwnTokens, submitTokenForm } from './support/token-form.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

describe('the form for a new token', () => {
  const scopesOf = async (runAs: RunAs) => (await readOwnTokens(runAs))[0]?.scopes;

  it.each([
    ['read', ['viewer', 'sender'] as const],
    ['write', ['sender', 'admin'] as const],
  ] as const)('lets a token with “%s” access do what the role allows', async (access, roles) => {
    for (const role of roles) {
      const runAs = await asMember(await addTokenMember(role));
      const { secret } = await submitTokenForm(runAs, { access });
      expect(isApiToken(secret ?? '')).toBe(true);
      const expected = scopesOfRole(role).filter((scope) => access === 'write' || isReadScope(scope));
      expect(await scopesOf(runAs)).toEqual(expected);
    }
  });

  it('lets the token call the selected operations, but only if the chosen access is “selected”', async () => {
    const runAs = await asMember(await addTokenMember('sender'));
    await submitTokenForm(runAs, { access: 'selected', scope_payCampaign: 'yes', scope_getCampaign: 'yes' });
    expect(await scopesOf(runAs)).toEqual(['getCampaign', 'payCampaign']);
    await submitTokenForm(runAs, { name: 'Other', scope_payCampaign: 'yes' });
    expect(await scopesOf(runAs)).not.toContain('payCampaign');
  });

  it('leaves out template operations if the token is for one customer', async () => {
    addCampaign(harness.service, { id: 1, customer: 7 });
    const runAs = await asMember(await addTokenMember('viewer'));
    expect((await submitTokenForm(runAs, { customer: '#7' })).ok).toBe(true);
    expect(await scopesOf(runAs)).not.toContain('listTemplates');
  });

  it.each<[Record<string, string>, string, string]>([
    [{ name: '' }, 'name', 'Enter a name.'],
    [{ days: '0' }, 'days', 'Enter 1 to 365 days.'],
    [{ days: '366' }, 'days', 'Enter 1 to 365 days.'],
    [{ days: '' }, 'days', 'Enter 1 to 365 days.'],
    [{ access: 'selected' }, 'access', 'Choose at least one operation.'],
    [{ customer: 'all' }, 'customer', 'Enter a customer number, like 12.'],
    [
      { addresses: '10.0.0.1, 10.0.0.0/33' },
      'addresses',
      '“10.0.0.0/33” isn’t an IP address or a network. Enter addresses like 203.0.113.7 or 10.0.0.0/24.',
    ],
    [
      { addresses: '0.0.0.0/0' },
      'addresses',
      '“0.0.0.0/0” isn’t an IP address or a network. Enter addresses like 203.0.113.7 or 10.0.0.0/24.',
    ],
    [
      { addresses: Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`).join(' ') },
      'addresses',
      'Enter at most 50 addresses and networks.',
    ],
  ])(
    'explains beside the field what is wrong with %j, and keeps the typed values',
    async (fields, name, problem) => {
      const runAs = await asMember(await addTokenMember('viewer'));
      const state = await submitTokenForm(runAs, fields);
      expect(state.fields).toEqual({ [name]: problem });
      expect(state.values).toMatchObject(fields);
      expect(state.secret).toBeUndefined();
      expect(await readOwnTokens(runAs)).toEqual([]);
    },
  );

  it('refuses an operation that the role doesn’t allow', async () => {
    const runAs = await asMember(await addTokenMember('viewer'));
    const state = await submitTokenForm(runAs, { access: 'selected', scope_payCampaign: 'yes' });
    expect(state.failure).toEqual({ kind: 'forbidden' });
  });

  it('creates no token, but keeps the entered values, if the member last confirmed their identity 11 minutes ago', async () => {
    const member = await addTokenMember('sender');
    const runAs = await asMember(member);
    await backdateSessions(member);
    expect(await submitTokenForm(runAs, { name: 'From a hijacked session' })).toMatchObject({
      failure: { kind: 'reauthentication_required' },
      values: { name: 'From a hijacked session' },
    });
    expect(await readOwnTokens(runAs)).toEqual([]);
  });
});

describe('the email about a new token', () => {
  beforeEach(() => harness.applySettings(EMAIL_SETTINGS));

  it('contains the token’s name, last characters, and expiration date, but not the token', async () => {
    const member = await addTokenMember('sender');
    const runAs = await asMember(member);
    const { secret = '' } = await submitTokenForm(runAs, { name: 'Nightly sync' });
    const db = await store();
    const rows = await db.select().from(notifications).where(eq(notifications.memberId, member.id));
    expect(rows.map(({ kind }) => kind)).toEqual(['api_token.created']);
    const [token] = await readOwnTokens(runAs);
    const emails = await Promise.all(rows.map((row) => composeNotificationEmail(db, row, member)));
    expect(emails[0]).toMatchObject({
      subject: 'An API token was created for your account',
      text: expect.stringContaining(`${ORIGIN}/tokens/${token?.id}`),
    });
    expect(emails[0]?.text).toContain(`Nightly sync (…${token?.ending})`);
    expect(emails[0]?.text).toContain('Expires');
    expect(`${emails[0]?.text} ${emails[0]?.html}`).not.toContain(secret);
  });

  it('isn’t queued if no token was created', async () => {
    const member = await addTokenMember('viewer');
    await submitTokenForm(await asMember(member), { name: '' });
    const db = await store();
    expect(await db.select().from(notifications).where(eq(notifications.memberId, member.id))).toEqual([]);
  });
});
