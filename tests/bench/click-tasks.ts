/** The tasks that `npm run bench:clicks` measures, and the expected results according to the mail service's data. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Campaign, CampaignPage, Checkout, TemplatePage } from '#lib/contract/resources.ts';
import { toMinorUnits } from '#lib/domain/money.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatCount } from '#lib/format/text.ts';
import { DAY, fetchCheckout } from '../support/campaigns.ts';
import { openSearch } from '../support/pages.ts';
import type { RunningService } from '../support/service.ts';

/** A word that occurs in templates' names, but in no customer's email address. */
const WORD = 'gutters';
const QUARTER_MONTHS = 3;
/** The time limit for a job with hundreds of campaigns. */
const JOB_TIMEOUT_MS = 10 * 60_000;

interface Counter {
  readonly click: (target: Locator) => Promise<void>;
  readonly fill: (field: Locator, text: string) => Promise<void>;
}

export interface Task {
  readonly name: string;
  readonly clicks: number;
  readonly fields: number;
  /** Starts on the overview. Returns what the page shows, and what it should show. */
  readonly run: (page: Page, counter: Counter) => Promise<{ shown: string; expected: string }>;
}

/** The mail service's data, read without the console. */
export interface ServiceData {
  readonly campaigns: readonly Campaign[];
  /** The drafts' checkouts, by campaign id. */
  readonly checkouts: ReadonlyMap<number, Checkout>;
  readonly templateNames: ReadonlyMap<number, string>;
  /** The service's time, in milliseconds since the epoch. */
  readonly now: number;
  /** Returns the amount paid for a customer's campaigns in the current quarter, in minor units. */
  readonly readSpending: (customerId: number) => Promise<number>;
}

export async function readServiceData(service: RunningService): Promise<ServiceData> {
  const now = await service.advanceClock(0);
  const campaigns = await readAll<Campaign>(service, '/v1/campaigns', 100);
  const templates = await readAll<TemplatePage['items'][number]>(service, '/v1/templates', 20);
  const checkouts = new Map<number, Checkout>();
  for (const { id, status } of campaigns)
    if (status === 'draft') checkouts.set(id, await fetchCheckout(service, id));
  const readSpending = async (customerId: number) => {
    const list = `/v1/campaigns/customers/${customerId}/campaigns`;
    const today = new Date(now);
    const firstMonth = Math.floor(today.getUTCMonth() / QUARTER_MONTHS) * QUARTER_MONTHS;
    const [from, to] = [firstMonth, firstMonth + QUARTER_MONTHS].map((month) =>
      Date.UTC(today.getUTCFullYear(), month, 1),
    );
    let sum = 0;
    for (const { id, sent_at, scheduled_at, created_at } of await readAll<Campaign>(service, list, 100)) {
      const at = timeOf(sent_at ?? scheduled_at ?? created_at);
      if (at >= (from ?? 0) && at < (to ?? 0)) sum += paidFor(await fetchCheckout(service, id));
    }
    return sum;
  };
  const templateNames = new Map(templates.map(({ id, name }) => [id, name ?? '']));
  return { campaigns, checkouts, templateNames, now, readSpending };
}

async function readAll<T>(service: RunningService, path: string, perPage: number): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; ; page++) {
    const list = await service.call<Omit<CampaignPage, 'items'> & { items: T[] }>(
      'GET',
      `${path}?per_page=${perPage}&page=${page}`,
    );
    items.push(...list.items);
    if (page >= list.total_pages) return items;
  }
}

const timeOf = (timestamp: string | undefined) => Date.parse(timestamp ?? '');
const cents = (amount: string) => toMinorUnits(amount) ?? 0;
const paidFor = (checkout: Checkout) => cents(applicablePrice(checkout).already_paid);

/** The drafts that are paid but not sent. */
const paidDrafts = ({ checkouts }: ServiceData): readonly number[] =>
  [...checkouts].flatMap(([id, checkout]) => {
    const { already_paid, to_be_paid } = applicablePrice(checkout);
    return cents(to_be_paid) === 0 && cents(already_paid) > 0 ? [id] : [];
  });

const totalText = (count: number) => (count === 1 ? '1 campaign' : `All ${formatCount(count)} campaigns`);
const readTotal = async (page: Page) =>
  /(?:All [\d,]+ campaigns|1 campaign)/.exec((await page.locator('tfoot').textContent()) ?? '')?.[0] ??
  'no total';

interface BulkTask {
  /** The title of a list on the overview. */
  readonly list: string;
  readonly action: string;
}

/**
 * Performs an action on all campaigns in a list on the overview as one job, and waits until the job ends.
 * @returns the number of campaigns in the review, and the number that are done at the end
 */
async function actOnAll(page: Page, { click, fill }: Counter, { list, action }: BulkTask) {
  const heading = page.getByRole('heading', { name: list });
  await click(page.locator('section').filter({ has: heading }).getByRole('link', { name: /^All / }).first());
  await expect(page).toHaveURL(/\/campaigns\?/);
  await click(page.getByRole('button', { name: /^Select all/ }));
  await click(page.getByRole('button', { name: new RegExp(`^${action} [1-9]`) }));
  await click(page.getByRole('button', { name: /^Review/ }));
  const number = page.getByLabel('To confirm, type the number of campaigns');
  await number.waitFor({ timeout: JOB_TIMEOUT_MS });
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const reviewed = /[\d,]+/.exec(title)?.[0] ?? '';
  await fill(number, reviewed);
  await click(page.getByRole('button', { name: new RegExp(`^${action}`) }));
  const progress = page.getByRole('region', { name: 'Progress' });
  await progress.getByText('Finished', { exact: true }).waitFor({ timeout: JOB_TIMEOUT_MS });
  const done = await page.locator('main dl div').filter({ hasText: 'Done' }).first().locator('dd').first();
  return { reviewed, done: (await done.textContent()) ?? '' };
}

export function clickTasks(data: ServiceData): readonly Task[] {
  const { campaigns, checkouts, templateNames } = data;
  return [
    {
      name: 'the oldest campaign of a template, found by a word',
      clicks: 2,
      fields: 1,
      run: async (page, { click, fill }) => {
        await openSearch(page);
        await fill(page.getByRole('combobox'), WORD);
        await click(page.getByRole('link', { name: `All campaigns with “${WORD}”` }));
        await expect(page).toHaveURL(/[?&]q=/);
        await click(page.getByRole('link', { name: /^Page \d+$/ }).last());
        await expect(page).toHaveURL(/[?&]page=/);
        const [oldest] = campaigns
          .filter(({ template_id: id }) =>
            templateNames
              .get(id ?? 0)
              ?.toLowerCase()
              .includes(WORD),
          )
          .toSorted((a, b) => timeOf(a.created_at) - timeOf(b.created_at) || a.id - b.id);
        const last = page.locator('tbody tr').last().locator('th a').first();
        return { shown: String(await last.getAttribute('href')), expected: `/campaigns/${oldest?.id}` };
      },
    },
    {
      name: 'what goes out this week',
      clicks: 1,
      fields: 0,
      run: async (page, { click }) => {
        await click(page.getByRole('link', { name: /that go out this week$/ }));
        await expect(page).toHaveURL(/\/campaigns\?/);
        const today = Math.floor(data.now / DAY) * DAY;
        const isThisWeek = ({ status, scheduled_at }: Campaign) =>
          status === 'queued' && timeOf(scheduled_at) >= today && timeOf(scheduled_at) < today + 7 * DAY;
        return { shown: await readTotal(page), expected: totalText(campaigns.filter(isThisWeek).length) };
      },
    },
    {
      name: 'what is paid but not sent, and how much',
      clicks: 1,
      fields: 0,
      run: async (page, { click }) => {
        const heading = page.getByRole('heading', { name: 'Paid, not sent' });
        const list = page.locator('section').filter({ has: heading });
        const amount = await list.locator('header p').first().textContent();
        await click(list.getByRole('link', { name: /^All / }).first());
        await expect(page).toHaveURL(/\/campaigns\?/);
        const paid = paidDrafts(data);
        const sum = paid.reduce((all, id) => all + paidFor(checkouts.get(id) as Checkout), 0);
        return {
          shown: `${await readTotal(page)}, ${amount}`,
          expected: `${totalText(paid.length)}, ${formatSum(sum, '$')}`,
        };
      },
    },
    {
      name: 'what one customer spent this quarter',
      clicks: 3,
      fields: 0,
      run: async (page, { click }) => {
        await click(
          page
            .getByRole('navigation', { name: 'Main' })
            .getByRole('link', { name: 'Customers', exact: true }),
        );
        const customer = page.locator('tbody tr').first().locator('a[href^="/customers/"]').first();
        const customerId = Number((await customer.getAttribute('href'))?.split('/').at(-1));
        await click(customer);
        await click(page.getByRole('main').getByRole('link', { name: 'Spending', exact: true }));
        await expect(page).toHaveURL(/\/spending\?/);
        const spent = formatSum(await data.readSpending(customerId), '$');
        const text = (await page.getByRole('main').textContent()) ?? '';
        return { shown: text.includes(spent) ? spent : text.slice(0, 400), expected: spent };
      },
    },
    {
      name: 'a campaign by its PO number',
      clicks: 1,
      fields: 1,
      run: async (page, { click, fill }) => {
        const wanted = campaigns.find(({ meta_data }) => meta_data?.order !== undefined);
        const order = wanted?.meta_data?.order ?? '';
        await openSearch(page);
        await fill(page.getByRole('combobox'), order);
        await click(page.getByRole('option').filter({ hasText: order }).first());
        await expect(page).toHaveURL(/\/campaigns\/\d+$/);
        return { shown: new URL(page.url()).pathname, expected: `/campaigns/${wanted?.id}` };
      },
    },
    {
      name: 'every paid draft scheduled in one job',
      clicks: 5,
      fields: 1,
      run: async (page, counter) => {
        const { done } = await actOnAll(page, counter, { list: 'Paid, not sent', action: 'Schedule' });
        return { shown: done, expected: formatCount(paidDrafts(data).length) };
      },
    },
    {
      name: 'every campaign that goes out canceled in one job',
      clicks: 5,
      fields: 1,
      run: async (page, counter) => {
        // Some campaigns go into production in the meantime, so the expected number comes from the review.
        const { reviewed, done } = await actOnAll(page, counter, {
          list: 'Going out',
          action: 'Cancel sending',
        });
        return { shown: done, expected: reviewed };
      },
    },
  ];
}
