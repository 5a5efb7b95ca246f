/** Tests how long a token works, and when it’s deleted. */
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { changeMember } from '#lib/data/team.ts';
import { deleteEndedTokens, findApiTokenById, revokeApiToken } from '#lib/store/api-tokens.ts';
import { assignRole, upsertMember } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import {
  addToken,
  addTokenMember,
  listCampaignsWithToken,
  readStoredToken,
  requestWithToken,
  setTokenColumn,
  setUpTokenHarness,
} from './support/api-tokens.ts';
import { readProxyError } from './support/proxy.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, addNewCampaign } = setUpTokenHarness();
let addressCount = 0;

async function expectInvalid(token: string): Promise<void> {
  const response = await listCampaignsWithToken(token, { from: `198.51.100.${++addressCount}` });
  expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Mailroom", error="invalid_token"');
  expect((await readProxyError(response)).code).toBe('invalid_token');
  expect(harness.service.requests).toEqual([]);
}

describe('a token that is no longer valid', () => {
  it('is refused on the next request after it expires', async () => {
    const { text, id } = await addToken('viewer');
    expect((await listCampaignsWithToken(text)).status).toBe(200);
    harness.service.requests.length = 0;
    await setTokenColumn(id, `expires_at = now() - interval '1 millisecond'`);
    await expectInvalid(text);
  });

  it('is refused on the next request after it is revoked', async () => {
    const { text, id } = await addToken('viewer');
    await revokeApiToken(await store(), id, 'admin@mailroom.test');
    await expectInvalid(text);
  });

  it('is refused after its member is disabled, and stays revoked when the member is enabled again', async () => {
    const { text, id, member } = await addToken('viewer');
    await harness.admin(() => changeMember(member.id, 'disable'));
    await expectInvalid(text);
    await harness.admin(() => changeMember(member.id, 'enable'));
    await expectInvalid(text);
    expect(await readStoredToken(id)).toMatchObject({ revokedBy: 'admin@mailroom.test' });
  });

  it('is refused after its member is disabled directly in the database', async () => {
    const { text, member } = await addToken('viewer');
    await (await store()).execute(sql`update members set disabled_at = now() where id = ${member.id}`);
    await expectInvalid(text);
  });

  it.each([
    ['an admin changes the role', (id: string) => harness.admin(() => changeMember(id, 'viewer'))],
    ['the identity provider changes the role', async (id: string) => assignRole(await store(), id, 'viewer')],
  ])('is refused if the member’s new role allows less than the token, after %s', async (_, demote) => {
    const { text, member } = await addToken('sender');
    const reading = await addToken(member, { name: 'Report', scopes: ['listCampaigns'] });
    await demote(member.id);
    await expectInvalid(text);
    expect((await listCampaignsWithToken(reading.text)).status).toBe(200);
    harness.service.requests.length = 0;
    await harness.admin(() => changeMember(member.id, 'sender'));
    await expectInvalid(text);
  });

  it('is refused after an operator resets the member’s account', async () => {
    const { text, member } = await addToken('viewer');
    await upsertMember(await store(), { ...member, passwordHash: 'scrypt' });
    await expectInvalid(text);
  });
});

it('a token can do only what its member’s current role allows', async () => {
  const { text, member } = await addToken('admin');
  await (await store()).execute(sql`update members set role = 'viewer' where id = ${member.id}`);
  const { id } = addNewCampaign({ status: 'queued' });
  const response = await requestWithToken(text, 'POST', `/v1/campaigns/${id}/cancel`);
  expect((await readProxyError(response)).code).toBe('not_allowed');
  expect(harness.service.writes()).toEqual([]);
});

it('tokens are deleted 30 days after they expire or are revoked', async () => {
  const member = await addTokenMember('viewer');
  const live = await addToken(member);
  const revoked = await addToken(member);
  const expired = await addToken(member);
  const recent = await addToken(member);
  await setTokenColumn(revoked.id, `revoked_at = now() - interval '31 days'`);
  await setTokenColumn(expired.id, `expires_at = now() - interval '31 days'`);
  await setTokenColumn(recent.id, `revoked_at = now() - interval '29 days'`);
  await deleteEndedTokens(await store());
  const db = await store();
  const isKept = async ({ id }: { id: string }) => (await findApiTokenById(db, id)) !== undefined;
  expect(await Promise.all([live, revoked, expired, recent].map(isKept))).toEqual([true, false, false, true]);
});
