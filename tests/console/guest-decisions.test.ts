/** What guests decide: about exactly what they saw, once, and as long as their link lets them. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { decideAction } from '#app/(public)/share/[token]/actions.ts';
import { type GuestDecisionInput, recordGuestDecision } from '#lib/data/guest/actions.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { readPrintedContent, fingerprintPrintedContent } from '#lib/share-links/fingerprints.ts';
import { store } from '#lib/store/open.ts';
import { guestDecisions } from '#lib/store/schema.ts';
import { revokeShare } from '#lib/store/share-links.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { setUpHarness } from './support/harness.ts';
import { asGuest } from './support/members.ts';
import { type ShownCampaign, setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { callImmediately, newGuest, createShareLink } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
const next = vi.hoisted(() => ({ refresh: vi.fn() }));
vi.mock('next/cache', () => next);

const harness = setUpHarness();
let shown: ShownCampaign;
let id = 200;
beforeEach(async () => {
  shown = await setUpReviewedCampaign(harness.service, ++id);
  await (await store()).delete(guestDecisions);
});

async function printNow(): Promise<string> {
  const campaign = await readFromService('getCampaign', { id }, { fresh: true });
  if (!campaign.ok) throw new Error('It could not be read.');
  const printed = await readPrintedContent(campaign.value, { fresh: true });
  if (!printed.ok) throw new Error('It could not be read.');
  return fingerprintPrintedContent(printed.value);
}

const approval = async (over: Partial<GuestDecisionInput> = {}): Promise<GuestDecisionInput> => ({
  verdict: 'approved',
  name: 'Ann',
  email: 'Ann@Maple.example',
  print: await printNow(),
  ...over,
});

const decisions = async () => (await store()).select().from(guestDecisions);

async function shownDecisions(token: string) {
  const view = await newGuest().in(() => readGuestReview(token, callImmediately));
  return view.state === 'open' && view.page.ok ? view.page.value.decisions : [];
}

describe('a decision', () => {
  it('is kept with all that the guest said, and what it was about; others see only whose it is', async () => {
    const share = await createShareLink({ campaignId: id });
    const decision = await approval({ verdict: 'changes', comment: 'A larger heart.' });
    expect(await newGuest().in(() => recordGuestDecision(share.token, decision))).toMatchObject({ ok: true });
    expect(await decisions()).toMatchObject([
      {
        shareLinkId: share.id,
        campaignId: id,
        verdict: 'changes',
        name: 'Ann',
        email: 'ann@maple.example',
        comment: 'A larger heart.',
        fingerprint: decision.print,
      },
    ]);
    expect(await shownDecisions(share.token)).toEqual([
      { verdict: 'changes', name: 'Ann', at: expect.any(Number), holds: true },
    ]);
  });

  it('is one, however often its form is sent', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await approval();
    const twice = () => newGuest().in(() => recordGuestDecision(token, decision));
    await Promise.all([twice(), twice(), twice()]);
    await twice();
    expect(await decisions()).toHaveLength(1);
  });

  it('may be another one later: the last counts, and all are kept', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decide = async (over: Partial<GuestDecisionInput>) =>
      newGuest().in(async () => recordGuestDecision(token, await approval(over)));
    await decide({});
    await decide({ verdict: 'changes', comment: 'Wait.' });
    await decide({ name: 'Bob', email: 'bob@maple.example' });
    await decide({});
    expect(await decisions()).toHaveLength(4);
    expect((await shownDecisions(token)).map(({ name, decision: verdict }) => [name, verdict])).toEqual([
      ['Ann', 'approved'],
      ['Bob', 'approved'],
    ]);
  });

  it('no longer holds when the content is another one', async () => {
    const { token } = await createShareLink({ campaignId: id });
    await newGuest().in(async () => recordGuestDecision(token, await approval()));
    shown.campaign = { ...shown.campaign, recipient_count: 9 };
    expect(await shownDecisions(token)).toMatchObject([{ name: 'Ann', holds: false }]);
  });

  it.each<[string, () => unknown]>([
    ['of other recipients', () => (shown.campaign = { ...shown.campaign, recipient_count: 9 })],
    ['of another proof at the same address', () => shown.files.set('/kept/proof.pdf', Buffer.from('%PDF-2'))],
    ['of another design', () => shown.files.set('/kept/back.html', Buffer.from('<p>new'))],
  ])('about what is there no longer is asked for again (because %s)', async (_, change) => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await approval();
    change();
    expect(await newGuest().in(() => recordGuestDecision(token, decision))).toMatchObject({
      failure: { code: 'content_changed' },
    });
    expect(await decisions()).toEqual([]);
    const view = await newGuest().in(() => readGuestReview(token, callImmediately));
    const print = view.state === 'open' && view.page.ok ? view.page.value.fingerprint : null;
    expect(print, 'the page shows what is there now').toBe(await printNow());
    expect(print).not.toBe(decision.print);
  });

  it('is not taken where none is asked for, where nothing can be changed, or where nothing is drawn', async () => {
    const refusal = async (over: Parameters<typeof createShareLink>[0]) => {
      const { token } = await createShareLink(over);
      const answer = await newGuest().in(async () => recordGuestDecision(token, await approval()));
      return !answer.ok && answer.failure.kind === 'refused' && answer.failure.code;
    };
    expect(await refusal({ campaignId: id, guestsDecide: false })).toBe('not_asked');
    for (const status of ['queued', 'processing', 'sent', 'mailed', 'whatever']) {
      shown.campaign = { ...shown.campaign, status };
      expect(await refusal({ campaignId: id }), status).toBe('no_draft');
    }
    shown.campaign = { ...shown.campaign, status: 'draft', proof: null };
    expect(await refusal({ campaignId: id })).toBe('not_drawn');
    expect(await decisions()).toEqual([]);
  });

  it('is not taken while nobody can tell what is there', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await approval();
    shown.campaign = { ...shown.campaign, proof: 'http://127.0.0.1:9/gone.pdf' };
    expect(await newGuest().in(() => recordGuestDecision(token, decision))).toMatchObject({ ok: false });
    harness.settings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect(await newGuest().in(() => recordGuestDecision(token, decision))).toMatchObject({ ok: false });
    harness.settings({});
    expect(await decisions()).toEqual([]);
  });

  it('is not taken through a link that is locked, or ended meanwhile', async () => {
    const decision = await approval();
    const locked = await createShareLink({ campaignId: id, password: 'between us only' });
    const open = await createShareLink({ campaignId: id });
    shown.before.file = async () => revokeShare(await store(), open.id, id);
    for (const { token } of [locked, open]) {
      expect(await newGuest().in(() => recordGuestDecision(token, decision))).toEqual({
        ok: false,
        failure: { kind: 'missing' },
      });
    }
    expect(await decisions()).toEqual([]);
  });
});

describe('the form of a decision', () => {
  const send = (fields: Record<string, string>, who = newGuest().in) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return who(() => decideAction({}, form));
  };

  it('says beside each field what is wrong, and loses nothing', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const print = await printNow();
    const typed = { token, print, verdict: 'changes', name: 'Ann', email: 'ann', comment: 'x'.repeat(2_001) };
    const { fields, values } = await send(typed);
    expect(Object.keys(fields ?? {})).toEqual(['email', 'comment']);
    expect(values).toEqual(typed);
    const whole = { ...typed, email: 'ann@maple.example', comment: '' };
    expect(await send(whole)).toMatchObject({
      fields: { comment: 'Describe the change.' },
      values: whole,
    });
    expect((await send({ ...whole, verdict: 'approved', more: '1' })).fields).toEqual({
      more: 'is not a field of this form',
    });
    expect((await send({ ...whole, verdict: 'maybe' })).fields).toHaveProperty('verdict');
    expect(await decisions()).toEqual([]);
    expect(await send({ ...whole, verdict: 'approved' })).toMatchObject({ ok: true });
    expect(await decisions()).toHaveLength(1);
  });

  it('stays, with all that was typed, where the service doesn’t answer; nothing was recorded', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const typed = {
      token,
      verdict: 'approved',
      name: 'Ann',
      email: 'ann@maple.example',
      print: await printNow(),
    };
    harness.settings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    next.refresh.mockClear();
    const answer = await send(typed);
    harness.settings({});
    expect(answer).toMatchObject({ message: expect.stringMatching(/nothing was recorded/i), values: typed });
    expect(next.refresh).not.toHaveBeenCalled();
    expect(await decisions()).toEqual([]);
  });

  it('has to come from a page of ours', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const fields = { token, verdict: 'approved', name: 'Ann', email: 'ann@maple.example' };
    const refused = await send({ ...fields, print: await printNow() }, asGuest);
    expect(refused).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await decisions()).toEqual([]);
  });
});

it('a link takes only so many decisions, whatever names they are given in, and reads nothing for more', async () => {
  const { token } = await createShareLink({ campaignId: id });
  const print = await printNow();
  const decideAs = async (n: number) => {
    const decision = await approval({ email: `${n}@maple.example`, print });
    return newGuest(`198.51.100.${n}`).in(() => recordGuestDecision(token, decision));
  };
  for (let n = 0; n < 30; n++) expect(await decideAs(n)).toMatchObject({ ok: true });
  const decision = await approval({ email: 'more@maple.example', print });
  harness.service.requests.length = 0;
  expect(await newGuest('198.51.100.99').in(() => recordGuestDecision(token, decision))).toMatchObject({
    failure: { code: 'too_many_tries' },
  });
  expect(harness.service.requests).toEqual([]);
});
