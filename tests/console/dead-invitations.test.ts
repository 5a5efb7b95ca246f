/** Links that make nobody a member all answer alike, whatever is wrong with them. */
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { renewAction, withdrawAction } from '#app/(console)/team/actions.ts';
import { parseInvitationToken } from '#lib/auth/invitation-link.ts';
import { seal } from '#lib/auth/seals.ts';
import { findLiveInvitation } from '#lib/store/invitations.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema.ts';
import { middleware } from '#middleware.ts';
import { setUpHarness } from './support/harness.ts';
import {
  createInvitation,
  dumpInvitationTables,
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

describe('a link that opens nothing', () => {
  async function used() {
    const { link } = await createInvitation();
    await submitJoinForm(link);
    return link;
  }
  async function expired() {
    const { link } = await createInvitation();
    const { id } = await parseInvitationToken(tokenFromLink(link));
    await (await store()).execute(
      `update invitations set expires_at = now() - interval '1 second' where id = '${id}'`,
    );
    return link;
  }
  async function withdrawn() {
    const { link } = await createInvitation();
    const { id } = await parseInvitationToken(tokenFromLink(link));
    expect(await submitAsAdmin(withdrawAction, { id })).toEqual({ ok: true });
    return link;
  }
  async function renewed() {
    const { link } = await createInvitation();
    const { id } = await parseInvitationToken(tokenFromLink(link));
    expect((await submitAsAdmin(renewAction, { id })).link).not.toBe(link);
    return link;
  }
  async function altered() {
    const { link } = await createInvitation();
    const at = link.length - 10;
    return `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`;
  }
  /** A seal of ours, with another key. */
  async function guessed() {
    const { link } = await createInvitation();
    const { id } = await parseInvitationToken(tokenFromLink(link));
    const text = await seal('invitation', { invitation: id, key: 'A'.repeat(43) }, 60_000);
    return `${ORIGIN}/join/${text}`;
  }
  const ofAnotherKind = async () =>
    `${ORIGIN}/join/${await seal('unlocked-share', { share: crypto.randomUUID(), epoch: '' }, 60_000)}`;
  const tooLong = async () => `${(await createInvitation()).link}${'A'.repeat(5_000)}`;
  const none = async () => `${ORIGIN}/join/nothing`;
  const deeper = async () => `${(await createInvitation()).link}/more`;

  const kinds = { used, expired, withdrawn, renewed, altered, guessed, ofAnotherKind, tooLong, none, deeper };

  it.each(Object.entries(kinds))('is refused when %s', async (_, make) => {
    const link = await make();
    expect(await openInvitation(link)).toBeNull();
    const before = await (await store()).select().from(members);
    const { answer, cookies } = await submitJoinForm(link);
    // Longer than any link of ours, it isn't even looked for.
    if (make === tooLong) expect(answer).toMatchObject({ fields: { token: expect.any(String) } });
    else expect(answer).toEqual({ to: `/join/${encodeURIComponent(tokenFromLink(link))}` });
    expect(cookies).toEqual([]);
    expect(await (await store()).select().from(members)).toEqual(before);
  });

  it('is always answered with the same bytes and headers, and none of them changes anything', async () => {
    const links = await Promise.all(Object.values(kinds).map((make) => make()));
    const before = await dumpInvitationTables();
    const answers = [];
    for (const link of [...links, `${ORIGIN}/join`, `${ORIGIN}/join/`, `${ORIGIN}/join/%zz`]) {
      const response = await middleware(new NextRequest(link));
      answers.push(
        JSON.stringify([response.status, [...response.headers].toSorted(), await response.text()]),
      );
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^\[404,.*This invitation isn’t valid/);
    for (const part of ['no-store', 'no-referrer', 'noindex']) expect(answers[0]).toContain(part);
    expect(await dumpInvitationTables()).toBe(before);
  });

  it('asks the database once, as a link that opens something does', async () => {
    const db = await store();
    const asked = vi.spyOn(db, 'select');
    onTestFinished(() => asked.mockRestore());
    const good = (await createInvitation()).link;
    const links = await Promise.all(Object.values(kinds).map((make) => make()));
    for (const link of [good, ...links]) {
      asked.mockClear();
      await findLiveInvitation(db, await parseInvitationToken(tokenFromLink(link)));
      // The second is the part of the first that asks whether anybody is a member.
      expect(asked).toHaveBeenCalledTimes(2);
    }
  });
});
