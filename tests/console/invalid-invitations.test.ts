/**
 * Tests that all invalid invitation links get the same response, so visitors can't learn why a link is
 * invalid.
 */
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { renewAction, revokeInvitationAction } from '#app/(console)/team/actions.ts';
import { parseInvitationToken } from '#lib/auth/invitation-link.ts';
import { seal } from '#lib/auth/seals.ts';
import { findLiveInvitation } from '#lib/store/invitations.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import { middleware } from '#middleware.ts';
import { setUpHarness } from './support/harness.ts';
import {
  createInvitation,
  dumpInvitationTables,
  findInvitationId,
  openInvitation,
  submitAsAdmin,
  submitJoinForm,
  tokenFromLink,
} from './support/invitations.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

describe('an invalid invitation link', () => {
  async function createUsedLink() {
    const { link } = await createInvitation();
    await submitJoinForm(link);
    return link;
  }
  async function createExpiredLink() {
    const { link } = await createInvitation();
    const id = await findInvitationId(link);
    await (await store()).execute(
      `update invitations set expires_at = now() - interval '1 second' where id = '${id}'`,
    );
    return link;
  }
  async function createRevokedLink() {
    const { link } = await createInvitation();
    const id = await findInvitationId(link);
    expect(await submitAsAdmin(revokeInvitationAction, { id })).toEqual({ ok: true });
    return link;
  }
  async function createRenewedLink() {
    const { link } = await createInvitation();
    const id = await findInvitationId(link);
    expect((await submitAsAdmin(renewAction, { id })).link).not.toBe(link);
    return link;
  }
  async function createAlteredLink() {
    const { link } = await createInvitation();
    const index = link.length - 10;
    return `${link.slice(0, index)}${link[index] === 'A' ? 'B' : 'A'}${link.slice(index + 1)}`;
  }
  /** Returns a link whose token is sealed by the console but contains the wrong key. */
  async function createLinkWithGuessedKey() {
    const { link } = await createInvitation();
    const id = await findInvitationId(link);
    const token = await seal('invitation', { invitation: id, key: 'A'.repeat(43) }, 60_000);
    return `${ORIGIN}/join/${token}`;
  }
  /** Returns a link whose token is the hash that the console stores. */
  async function createLinkWithStoredHash() {
    const { link } = await createInvitation();
    const { tokenHash } = await parseInvitationToken(tokenFromLink(link));
    return `${ORIGIN}/join/${tokenHash}`;
  }
  /** Returns a link whose token is the invitation's id. */
  const createLinkWithId = async () =>
    `${ORIGIN}/join/${await findInvitationId((await createInvitation()).link)}`;
  const createLinkWithOtherPurpose = async () =>
    `${ORIGIN}/join/${await seal('unlocked-share', { device: crypto.randomUUID(), links: [] }, 60_000)}`;
  const createTooLongLink = async () => `${(await createInvitation()).link}${'A'.repeat(5_000)}`;
  const createLinkWithoutToken = async () => `${ORIGIN}/join/nothing`;
  const createLinkWithSubpath = async () => `${(await createInvitation()).link}/more`;

  const linkKinds = {
    used: createUsedLink,
    expired: createExpiredLink,
    revoked: createRevokedLink,
    renewed: createRenewedLink,
    altered: createAlteredLink,
    'made with a guessed key': createLinkWithGuessedKey,
    'made of the stored hash': createLinkWithStoredHash,
    'made of the invitation’s id': createLinkWithId,
    'a token for another purpose': createLinkWithOtherPurpose,
    'too long': createTooLongLink,
    'not a token': createLinkWithoutToken,
    'followed by another path segment': createLinkWithSubpath,
  };

  it.each(Object.entries(linkKinds))('doesn’t add a member if the link is %s', async (_, createLink) => {
    const link = await createLink();
    expect(await openInvitation(link)).toBeNull();
    const before = await (await store()).select().from(members);
    const { result, cookies } = await submitJoinForm(link);
    // If the token is too long, the form rejects it without looking up the invitation.
    if (createLink === createTooLongLink)
      expect(result).toMatchObject({ fields: { token: expect.any(String) } });
    else expect(result).toEqual({ to: `/join/${encodeURIComponent(tokenFromLink(link))}` });
    expect(cookies).toEqual([]);
    expect(await (await store()).select().from(members)).toEqual(before);
  });

  it('gets the same response as any other invalid link, and changes nothing', async () => {
    const links = await Promise.all(Object.values(linkKinds).map((createLink) => createLink()));
    const before = await dumpInvitationTables();
    const responses = [];
    for (const link of [...links, `${ORIGIN}/join`, `${ORIGIN}/join/`, `${ORIGIN}/join/%zz`]) {
      const response = await middleware(new NextRequest(link));
      responses.push(
        JSON.stringify([response.status, [...response.headers].toSorted(), await response.text()]),
      );
    }
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toMatch(/^\[404,.*This invitation isn’t valid/);
    for (const part of ['no-store', 'no-referrer', 'noindex']) expect(responses[0]).toContain(part);
    expect(await dumpInvitationTables()).toBe(before);
  });

  it('requires one database query, just as a valid link does', async () => {
    const db = await store();
    const select = vi.spyOn(db, 'select');
    onTestFinished(() => select.mockRestore());
    const valid = (await createInvitation()).link;
    const links = await Promise.all(Object.values(linkKinds).map((createLink) => createLink()));
    for (const link of [valid, ...links]) {
      select.mockClear();
      await findLiveInvitation(db, await parseInvitationToken(tokenFromLink(link)));
      // The second call to `select` builds the subquery that checks whether a member exists.
      expect(select).toHaveBeenCalledTimes(2);
    }
  });
});
