/** Tests how members create and revoke API tokens, and how admins see and revoke other members' tokens. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { revokeTokenAction } from '#app/(console)/tokens/actions.ts';
import { hashApiToken, isApiToken } from '#lib/auth/api-token.ts';
import {
  type ApiTokenRequest,
  createOwnApiToken,
  listMemberApiTokens,
  listOwnApiTokens,
  readApiToken,
  revokeVisibleApiToken,
} from '#lib/data/api-tokens.ts';
import { changeMember } from '#lib/data/team.ts';
import { MAX_TOKENS } from '#lib/domain/api-token.ts';
import { findApiToken, insertApiToken } from '#lib/store/api-tokens.ts';
import { findMember } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { addToken, addTokenMember, requestWithToken, withToken } from './support/api-tokens.ts';
import { setUpHarness } from './support/harness.ts';
import { asMember, type RunAs } from './support/members.ts';
import { readEvents } from './support/security-events.ts';
import { addCampaign } from './support/tiny-service.ts';
import { readOwnTokens, submitTokenForm } from './support/token-form.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

const REQUEST: ApiTokenRequest = {
  name: 'Nightly sync',
  scopes: ['listCampaigns', 'getCampaign'],
  customerId: null,
  addresses: [],
  days: 90,
};
const create = (runAs: RunAs, request: Partial<ApiTokenRequest> = {}) =>
  runAs(() => createOwnApiToken({ ...REQUEST, ...request }));

describe('creating a token', () => {
  it('returns a working token once, and saves the token’s name and limits', async () => {
    const runAs = await asMember(await addTokenMember('sender'));
    const created = await create(runAs, { addresses: ['203.0.113.0/24'] });
    if (!created.ok) throw new Error('No token was created.');
    const { token } = created.value;
    expect(isApiToken(token)).toBe(true);
    expect((await requestWithToken(token, 'GET', '/v1/campaigns')).status).toBe(200);
    const tokens = await readOwnTokens(runAs);
    expect(tokens).toMatchObject([
      {
        name: 'Nightly sync',
        ending: token.slice(-4),
        state: 'live',
        scopes: REQUEST.scopes,
        customerId: null,
        addresses: ['203.0.113.0/24'],
        lastUsedFrom: '203.0.113.9',
        revokedAt: null,
      },
    ]);
    const { createdAt = 0, expiresAt = 0 } = tokens[0] ?? {};
    expect(expiresAt - createdAt).toBe(90 * 24 * 60 * 60_000);
    expect(JSON.stringify(tokens)).not.toContain(token.slice(4, -4));
    expect(JSON.stringify(tokens)).not.toContain(hashApiToken(token));
  });

  it('is refused for scopes that the role doesn’t allow', async () => {
    const runAs = await asMember(await addTokenMember('viewer'));
    expect(await create(runAs, { scopes: ['payCampaign'] })).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect(await readOwnTokens(runAs)).toEqual([]);
  });

  it('is refused if the member has another token with the same name, unless the other token was revoked', async () => {
    const runAs = await asMember(await addTokenMember('viewer'));
    await create(runAs);
    expect(await create(runAs, { name: 'nightly SYNC' })).toMatchObject({
      failure: { fields: { name: 'You already have a token with this name.' } },
    });
    const [first] = await readOwnTokens(runAs);
    await runAs(() => revokeVisibleApiToken(first?.id ?? ''));
    expect((await create(runAs)).ok).toBe(true);
    expect((await create(await asMember(await addTokenMember('viewer')))).ok).toBe(true);
  });

  it(`is refused if the member already has ${MAX_TOKENS} tokens`, async () => {
    const member = await addTokenMember('viewer');
    for (let i = 0; i < MAX_TOKENS; i++) await addToken(member, { name: `${i}` });
    expect(await create(await asMember(member))).toMatchObject({
      failure: { fields: { name: `You already have ${MAX_TOKENS} tokens. Revoke one that you don’t need.` } },
    });
  });

  it('is refused for a customer that doesn’t exist, and for template operations if the token is limited to one customer', async () => {
    addCampaign(harness.service, { id: 1, customer: 7 });
    const runAs = await asMember(await addTokenMember('viewer'));
    expect(await create(runAs, { customerId: 999 })).toMatchObject({
      failure: { fields: { customer: 'There’s no customer with this number.' } },
    });
    expect(await create(runAs, { customerId: 7, scopes: ['getTemplate'] })).toMatchObject({
      failure: {
        fields: {
          customer: 'Templates don’t belong to a customer. Remove the template operations or the customer.',
        },
      },
    });
    expect((await create(runAs, { customerId: 7 })).ok).toBe(true);
  });

  it('has no effect if the member gets another role or is disabled at the same time', async () => {
    const member = await addTokenMember('sender');
    const token = { tokenHash: 'hash', ending: 'aaaa', ...REQUEST };
    await harness.admin(() => changeMember(member.id, 'viewer'));
    expect(await insertApiToken(await store(), member, token)).toBeUndefined();
    await harness.admin(() => changeMember(member.id, 'disable'));
    const disabled = await findMember(await store(), member.id);
    if (!disabled) throw new Error('The member is missing.');
    expect(await insertApiToken(await store(), disabled, token)).toBeUndefined();
    expect(await findApiToken(await store(), 'hash', null)).toBeUndefined();
  });
});

describe('a token', () => {
  it('is visible only to its member and to admins', async () => {
    const { id, member } = await addToken('sender');
    const owner = await asMember(member);
    expect(await owner(() => readApiToken(id))).toMatchObject({ ok: true, value: { isYours: true } });
    expect(await harness.admin(() => readApiToken(id))).toMatchObject({
      ok: true,
      value: { isYours: false },
    });
    expect(await harness.admin(() => listMemberApiTokens(member.id))).toMatchObject({ value: [{ id }] });
    for (const runAs of [harness.sender, harness.viewer]) {
      expect(await runAs(() => readApiToken(id))).toEqual({ ok: false, failure: { kind: 'missing' } });
      expect(await runAs(() => revokeVisibleApiToken(id))).toEqual({
        ok: false,
        failure: { kind: 'missing' },
      });
    }
    expect(await readOwnTokens(owner)).toMatchObject([{ state: 'live' }]);
  });

  it.each(['its member', 'an admin'])('can be revoked by %s', async (by) => {
    const { id, text, member } = await addToken('sender');
    const owner = await asMember(member);
    const runAs = by === 'an admin' ? harness.admin : owner;
    expect(await runAs(() => revokeVisibleApiToken(id))).toEqual({ ok: true, value: null });
    const email = by === 'an admin' ? 'admin@mailroom.test' : member.email;
    expect(await readOwnTokens(owner)).toMatchObject([{ state: 'revoked', revokedBy: email }]);
    expect((await requestWithToken(text, 'GET', '/v1/campaigns')).status).toBe(401);
  });

  it('can’t call server actions, even with a session cookie, so it can’t create or revoke tokens', async () => {
    const { id, text, member } = await addToken('admin');
    const { issueSessionToken, sessionCookie } = await import('#lib/auth/session-token.ts');
    for (const cookies of [{}, { [sessionCookie()]: await issueSessionToken(member) }]) {
      const runAs = withToken(text, { cookies });
      expect((await submitTokenForm(runAs, { name: 'Another' })).failure).toEqual({ kind: 'forbidden' });
      const form = new FormData();
      form.set('id', id);
      expect((await runAs(() => revokeTokenAction({}, form))).failure).toEqual({ kind: 'forbidden' });
      expect(await runAs(listOwnApiTokens)).toEqual({ ok: false, failure: { kind: 'forbidden' } });
      expect(await runAs(() => changeMember(member.id, 'viewer'))).toMatchObject({ ok: false });
    }
    expect(await readOwnTokens(await asMember(member))).toMatchObject([{ state: 'live' }]);
  });
});

describe('the activity log', () => {
  it('records a token’s name, the member who created the token, and the member who revoked it', async () => {
    const member = await addTokenMember('viewer');
    const owner = await asMember(member);
    await create(owner, { name: 'Audited' });
    const [token] = await readOwnTokens(owner);
    const details = { id: token?.id, label: 'Audited' };
    await harness.admin(() => revokeVisibleApiToken(token?.id ?? ''));
    await harness.admin(() => revokeVisibleApiToken(token?.id ?? ''));
    const created = await readEvents(harness.admin, 'api_token.created');
    expect(created.filter(({ by }) => by === member.email)).toMatchObject([{ details }]);
    const revoked = await readEvents(harness.admin, 'api_token.revoked');
    expect(revoked.filter(({ about }) => about === member.email)).toMatchObject([
      { by: 'admin@mailroom.test', details },
    ]);
  });

  it('records each request that was refused because of its token, and the reason', async () => {
    const { id, text, member } = await addToken('viewer', { name: 'Stolen', addresses: ['203.0.113.7'] });
    await requestWithToken(text, 'GET', '/v1/campaigns', { from: '192.0.2.77' });
    await harness.admin(() => revokeVisibleApiToken(id));
    await requestWithToken(text, 'GET', '/v1/campaigns', { from: '192.0.2.78' });
    await requestWithToken('mrm_unknown', 'GET', '/v1/campaigns', { from: '192.0.2.79' });
    const events = (await readEvents(harness.admin, 'api_token.refused')).filter(({ from }) =>
      from?.startsWith('192.0.2.7'),
    );
    const about = { about: member.email, outcome: 'refused' };
    expect(events).toMatchObject([
      { about: null, from: '192.0.2.79', details: { reason: 'unknown_token' } },
      { ...about, from: '192.0.2.78', details: { reason: 'revoked_token', label: 'Stolen' } },
      { ...about, from: '192.0.2.77', details: { reason: 'address_not_allowed', label: 'Stolen' } },
    ]);
  });
});
