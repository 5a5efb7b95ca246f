/** The steps of the main workflow, from signing in to a guest's approval, for every browser engine. */
import { strict as assert } from 'node:assert';
import { DAY, fetchCampaign, type TestCampaign } from '../support/campaigns.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import type { RunningService } from '../support/service.ts';
import type { Tab } from './tab.ts';

interface Journey {
  readonly service: RunningService;
  readonly campaign: TestCampaign;
  readonly member: Tab;
  /** A guest's browser, without the member's cookies. */
  readonly guest: Tab;
}

interface Step {
  readonly title: string;
  run(journey: Journey): Promise<void>;
}

/** The minimum width of a proof's image, in pixels. The images in lists are smaller. */
const MIN_PROOF_WIDTH = 300;

export const STEPS: readonly Step[] = [
  {
    title: 'signs in and opens the page that required the sign-in',
    async run({ member }) {
      await member.open('/campaigns');
      await member.fill('Email', memberEmail('sender'));
      await member.fill('Password', TEST_PASSWORD);
      await member.click('button', 'Sign in');
      await member.expectUrl('/campaigns');
    },
  },
  {
    title: 'finds the campaign by status and customer',
    async run({ member, campaign }) {
      await member.click('link', /^Draft/);
      await member.expectUrl('/campaigns?status=draft');
      await member.click('button', 'Filter');
      await member.setField('Customer', campaign.customer);
      await member.click('button', 'Apply');
      await member.expectUrl(`/campaigns?status=draft&customer=${encodeURIComponent(campaign.customer)}`);
      await member.click('row', new RegExp(`#${campaign.id}(?!\\d)`));
      await member.expectUrl(`/campaigns/${campaign.id}`);
    },
  },
  {
    title: 'looks at both sides of the proof',
    async run({ member }) {
      const front = await member.expectImage(/^Front/, MIN_PROOF_WIDTH);
      await member.click('button', 'Back');
      assert.notEqual(await member.expectImage(/^Back/, MIN_PROOF_WIDTH), front);
    },
  },
  {
    title: 'checks out and pays on the service’s payment page',
    async run({ member, campaign: { id, price }, service }) {
      await member.click('link', 'Check out');
      await member.expectUrl(`/campaigns/${id}/checkout`);
      await member.click('button', `Pay ${price}`);
      await member.expectUrl(new RegExp(`^${service.url}/pay/`));
      await member.fill('Card number', '4242 4242 4242 4242');
      await member.fill('Expires', '12 / 40');
      await member.fill('Security code', '123');
      await member.fill('Name on card', 'Ada Brightwater');
      await member.click('button', `Pay ${price}`);
    },
  },
  {
    title: 'returns to the console after paying',
    async run({ member, campaign }) {
      await member.expectUrl(/^\/pay\/return\?state=/);
      await member.expectElement('heading', `Paid ${campaign.price}`);
      await member.click('link', 'Choose send date');
      await member.expectUrl(`/campaigns/${campaign.id}/send`);
    },
  },
  {
    title: 'schedules the campaign three days ahead',
    async run({ member, campaign: { id }, service }) {
      const day = new Date((await service.advanceClock(0)) + 3 * DAY).toISOString().slice(0, 10);
      await member.click('field', /^At a specific time/);
      await member.setField(/^Date and time/, `${day}T12:00`);
      await member.click('button', /^Send at/);
      await member.expectElement('button', 'Cancel sending');
      const { status, scheduled_at } = await fetchCampaign(service, id);
      assert.equal(status, 'queued');
      // Noon in New York is 16:00 or 17:00 in UTC.
      assert.match(scheduled_at ?? '', new RegExp(`^${day}T1[67]:00`));
    },
  },
  {
    title: 'cancels the campaign and keeps a paid draft',
    async run({ member, campaign, service }) {
      await member.click('button', 'Cancel sending');
      await member.expectElement('heading', 'Cancel sending?');
      await member.click('button', 'Cancel sending');
      await member.expectElement('heading', 'Paid, not sent yet');
      assert.equal((await fetchCampaign(service, campaign.id)).status, 'draft');
    },
  },
  {
    title: 'creates a share link that a guest opens to approve the proof',
    async run({ member, guest, campaign }) {
      await member.open(`/campaigns/${campaign.id}`);
      await member.click('link', /^(Share proof|Request approval)$/);
      await member.fill('Who is the link for?', 'For the owner');
      await member.click('button', 'Create link');
      const { value: link } = await member.expectElement('field', 'Link');

      await guest.open(link);
      await guest.expectText('shared a proof with you');
      await guest.expectImage(/of “/, MIN_PROOF_WIDTH);
      await guest.fill('Your name', 'Ann Lee');
      await guest.fill('Your email', 'ann@maple.example');
      await guest.fill('Comment', 'Lovely. <b>Go ahead</b>');
      await guest.click('button', 'Approve proof');
      await guest.expectText('Your approval was recorded.');

      await member.open(`/campaigns/${campaign.id}`);
      await member.expectElement('heading', 'Approved by Ann Lee');
      await member.expectText('Lovely. <b>Go ahead</b>');
    },
  },
];
