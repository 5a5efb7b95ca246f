/** Tests that the CSV export lists each payment only once and shows the customer for each action. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GET } from '#app/(console)/activity/export/route.ts';
import { streamActivity } from '#lib/data/activity.ts';
import { listCampaigns, readCheckout } from '#lib/data/campaigns.ts';
import { updateCustomer } from '#lib/data/customers.ts';
import { cloneCampaign, deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { dropCachedNames } from '#lib/index/names.ts';
import { recordActivity } from '#lib/store/activity.ts';
import { store } from '#lib/store/open.ts';
import { countSecurityEvent } from '#lib/store/security-events.ts';
import { setUpHarness } from './support/harness.ts';
import type { RunAs } from './support/members.ts';
import { createPayments } from './support/payments.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const { addUnpaid, payByCard, startLinkPayment } = createPayments(harness);

beforeEach(() => {
  harness.applySettings({});
  dropCachedNames('customers');
});

/** Returns the rows of the CSV export as objects keyed by column name. */
async function readCsv(query: string, runAs: RunAs = harness.viewer): Promise<Record<string, string>[]> {
  const response = await runAs(() => GET(new Request(`http://x/activity/export?${query}`)));
  const [header = '', ...lines] = (await response.text()).replace('\uFEFF', '').trim().split('\r\n');
  const names = header.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
  });
}

describe('the CSV export', () => {
  it('includes each payment only once', async () => {
    const campaign = addUnpaid();
    await startLinkPayment(campaign.id, '$10.00');
    campaign.price = 12;
    await startLinkPayment(campaign.id, '$12.00');
    campaign.paid = 12;
    await harness.viewer(() => readCheckout(campaign.id));
    expect(await readCsv(`campaign=${campaign.id}`)).toMatchObject([
      { outcome: 'Paid', amount: '$12.00', 'amount paid': '$12.00' },
      { outcome: 'Started', amount: '$10.00', 'amount paid': '' },
    ]);
    const byCard = addUnpaid();
    await payByCard(byCard.id, '$10.00');
    expect(await readCsv(`campaign=${byCard.id}`)).toMatchObject([
      { outcome: 'Done', 'amount paid': '$10.00' },
    ]);
  });

  it('includes the customer’s id and email, even after the campaign was deleted', async () => {
    const updated_at = '2026-11-22T10:00:00Z';
    const { id } = addCampaign(harness.service, { id: 3_100, customer: 8, updated_at });
    await harness.sender(() => sendCampaign(id, {}));
    const customer = { customer: '8', 'customer email': 'customer-8@example.com' };
    expect(await readCsv(`campaign=${id}`)).toMatchObject([customer]);
    // The campaign was changed outside Mailroom after Mailroom sent it.
    const change = { status: 'draft', updated_at: '2026-11-22T11:00:00Z' };
    Object.assign(harness.service.campaigns.get(id) ?? {}, change);
    await harness.admin(() => deleteCampaign(id));
    expect(await readCsv(`campaign=${id}`)).toMatchObject([{ ...customer, outcome: 'Done' }, customer]);
  });

  it('includes the customer’s id even if the owner wasn’t known when the action was recorded', async () => {
    const { id } = addUnpaid({ customer: 8 });
    await harness.viewer(() => listCampaigns({ customer_id: 8 }));
    await allRecorded();
    const db = await store();
    const by = 'owner@b.example';
    await recordActivity(db, [
      { operation: 'sendCampaign', outcome: 'done', by, campaignId: id, attemptId: randomUUID() },
    ]);
    expect(await readCsv(`by=${by}`)).toMatchObject([{ campaign: String(id), customer: '8' }]);
  });

  it('neutralizes formulas, even for spreadsheets that split cells at semicolons', async () => {
    const by = 'formula@b.example';
    const reason = 'Wrong photo;=1+1; -2|@SUM(A1);fine';
    await recordActivity(await store(), [
      {
        operation: 'cancelCampaign',
        outcome: 'done',
        by,
        campaignId: 3_150,
        attemptId: randomUUID(),
        reason,
      },
    ]);
    expect(await readCsv(`by=${by}`)).toMatchObject([{ reason: "Wrong photo;'=1+1; '-2|'@SUM(A1);fine" }]);
  });

  it('includes the copy’s id when a campaign is copied', async () => {
    const { id } = addCampaign(harness.service, { id: 3_200 });
    const copy = await harness.sender(() => cloneCampaign(id));
    if (!copy.ok) throw new Error('The campaign could not be copied.');
    expect(await readCsv(`campaign=${id}`)).toMatchObject([{ copy: String(copy.value.id) }]);
  });

  it('includes the old and new address when an email address changes', async () => {
    addCampaign(harness.service, { id: 3_300, customer: 9 });
    await harness.admin(() => updateCustomer(9, { email: '+new@b.example' }, 'customer-9@example.com'));
    await harness.admin(() => updateCustomer(9, { email: 'other@b.example' }));
    expect(await readCsv('operation=updateCustomer')).toMatchObject([
      { customer: '9', 'old email': 'customer-9@example.com', 'new email': 'other@b.example' },
      { customer: '9', 'old email': 'customer-9@example.com', 'new email': "'+new@b.example" },
    ]);
  });

  it('includes security events, but only for admins and the members whom the events are about', async () => {
    const db = await store();
    for (let i = 0; i < 3; i++) {
      const event = { name: 'sign_in.refused', about: 'owner@b.example', from: '192.0.2.1' } as const;
      await countSecurityEvent(db, event, 'owner');
    }
    expect(await readCsv('operation=security&by=owner@b.example', harness.admin)).toMatchObject([
      {
        event: 'sign_in.refused',
        outcome: 'Failed',
        'IP address': '192.0.2.1',
        about: 'owner@b.example',
        times: '3',
        campaign: '',
      },
    ]);
    expect(await readCsv('operation=security&by=owner@b.example')).toEqual([]);
  });

  it('includes an attempt exactly once, even if its outcome changes during the export', async () => {
    const db = await store();
    const [attemptId, by] = [randomUUID(), 'export@b.example'];
    await recordActivity(db, [
      { operation: 'payCampaign', outcome: 'done', by, campaignId: 3_400, attemptId },
    ]);
    await db.execute(sql`insert into activity (operation, outcome, by, attempt_id)
      select 'cloneCampaign', 'done', ${by}, gen_random_uuid() from generate_series(1, 500)`);
    const found = await harness.viewer(async () => {
      const outcomes: string[] = [];
      for await (const chunk of streamActivity({ by })) {
        if (chunk.length === 500) {
          await recordActivity(db, [
            { operation: 'payCampaign', outcome: 'paid', by, campaignId: 3_400, attemptId },
          ]);
        }
        outcomes.push(...chunk.filter((e) => e.operation === 'payCampaign').map((e) => e.outcome));
      }
      return outcomes;
    });
    expect(found).toEqual(['started']);
  });
});
