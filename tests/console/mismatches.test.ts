/** Tests how Mailroom compares what the mail service did with the order that the member agreed to. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAttempts } from '#lib/data/attempts.ts';
import { changeProof, decideAsMember, proofPath, setUpMemberApproval } from './support/approval.ts';
import { captureLog } from './support/log.ts';
import { createPayments } from './support/payments.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const { harness, setRule, addDraft } = setUpMemberApproval();
const { payByCard } = createPayments(harness);
const captured = captureLog();

beforeEach(() => setRule({ rule: 'none' }));

/** Pays by card. Makes a change just before the service receives the payment. */
async function payWhileChanging(campaign: TinyCampaign, change: () => unknown, date?: string) {
  harness.service.changeBefore('POST pay_and_send', change);
  const outcome = await payByCard(campaign.id, '$10.00', date === undefined ? {} : { date });
  const [attempt] = await harness.sender(() => listAttempts(campaign.id));
  return { isOk: outcome.ok, state: attempt?.state, amount: attempt?.amount, mismatch: attempt?.mismatch };
}

const AS_AGREED = { isOk: true, state: 'done', amount: '$10.00', mismatch: null };

describe('a payment whose response contains no price', () => {
  it('is compared with checkout, which is read once after the call', async () => {
    const campaign = addDraft();
    const result = await payWhileChanging(campaign, () => {
      campaign.price = 12;
    });
    expect(result).toEqual({
      ...AS_AGREED,
      amount: '$12.00',
      mismatch: [{ part: 'price', agreed: '$10.00', actual: '$12.00' }],
    });
    const lines = harness.service.requestLines();
    const afterCall = lines.slice(lines.findIndex((line) => line.startsWith('POST')) + 1);
    const path = `/v1/campaigns/${campaign.id}`;
    expect(afterCall.toSorted().slice(0, 2)).toEqual([`GET ${path}`, `GET ${path}/checkout`]);
  });

  it.each([500, 'drop_before'] as const)('still succeeds if checkout can’t be read (%s)', async (fault) => {
    const campaign = addDraft();
    const result = await payWhileChanging(campaign, () => {
      campaign.price = 12;
      harness.service.injectFault(`GET ${campaign.id}`, 500);
      harness.service.injectFault('GET checkout', fault);
    });
    expect(result).toEqual(AS_AGREED);
  });

  it('isn’t compared with a reading that is older than the response', async () => {
    const campaign = addDraft({ updated_at: '2026-11-22T10:00:00Z' });
    const result = await payWhileChanging(campaign, () => {
      campaign.updated_at = '2026-11-22T10:00:05Z';
      harness.service.changeBefore(`GET ${campaign.id}`, () => {
        Object.assign(campaign, { updated_at: '2026-11-22T10:00:00Z', recipient_count: 9 });
      });
    });
    expect(result).toEqual(AS_AGREED);
  });
});

it('a send date other than the requested date is recorded', async () => {
  const agreed = new Date(Date.now() + 60 * 60_000).toISOString();
  const actual = new Date(Date.now() + 20 * 60_000).toISOString();
  const campaign = addDraft();
  const result = await payWhileChanging(
    campaign,
    () => Object.assign(campaign, { scheduled_at: actual }),
    agreed,
  );
  expect(result.mismatch).toEqual([{ part: 'send_date', agreed, actual }]);
});

describe('a different proof', () => {
  it('is recorded if the campaign had been approved and the file changed under the same URL', async () => {
    await setRule({ rule: 'member' });
    const campaign = addDraft();
    await decideAsMember(campaign, 'admin@mailroom.test');
    const result = await payWhileChanging(campaign, () => changeProof(harness.service, campaign));
    expect(result).toEqual({ ...AS_AGREED, mismatch: [{ part: 'files' }] });
  });

  it('is recorded for a campaign without an approval if both the URL and the file changed, but not if only the URL changed', async () => {
    for (const [body, mismatch] of [
      ['%PDF second version', [{ part: 'files' }]],
      ['%PDF first version', null],
    ] as const) {
      const campaign = addDraft();
      const path = `/files/${campaign.id}/other.pdf`;
      harness.service.files.set(path, body);
      expect(harness.service.files.has(proofPath(campaign))).toBe(true);
      const result = await payWhileChanging(campaign, () =>
        Object.assign(campaign, { proof: harness.service.origin + path }),
      );
      expect(result).toEqual({ ...AS_AGREED, mismatch });
    }
  });
});

it('a mismatch adds one line to the log, without personal data', async () => {
  const campaign = addDraft();
  await payWhileChanging(campaign, () => {
    campaign.price = 12;
  });
  const mismatches = captured
    .readEntries()
    .filter(({ msg }) => msg === 'the mail service did not do what the member agreed to');
  expect(mismatches).toMatchObject([
    {
      operation: 'payAndSendCampaign',
      campaign: campaign.id,
      mismatch: [{ part: 'price', agreed: '$10.00', actual: '$12.00' }],
    },
  ]);
  expect(JSON.stringify(mismatches)).not.toContain('@');
});
