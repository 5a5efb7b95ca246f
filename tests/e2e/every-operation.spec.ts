/**
 * The 22 operations, each by every way: the service in process and over HTTP, the proxy, and a page that a person uses.
 * The table below is whole or doesn't compile; each cell runs against real parts and says what it covers.
 */
import { type OperationName, operationNames } from '#lib/contract/operations.ts';
import { test as base, expect } from '../support/browser.ts';
import { type Door, openHttp, openInProcess, openProxy } from '../support/clients.ts';
import { type Console, startConsole } from '../support/console.ts';
import { type Service, startService } from '../support/service.ts';
import { campaigns } from '../support/whole/campaigns.ts';
import type { DoorCell, Row } from '../support/whole/cells.ts';
import { customerCampaigns } from '../support/whole/customer-campaigns.ts';
import { customersAndTemplates } from '../support/whole/customers-and-templates.ts';

interface Shared {
  service: Service;
  inProcess: Awaited<ReturnType<typeof openInProcess>>;
  /** On the same service, where drafts are sent on the monthly invoice instead of being checked out. */
  onInvoice: Console;
}

const STARTING = { scope: 'worker', timeout: 120_000 } as const;

/** A service and consoles of their own: templates are deleted here. */
const test = base.extend<object, Shared>({
  service: [
    async ({ browserName: _ }, use) => {
      const service = await startService({ args: ['--monthly-invoice', '--no-render'] });
      await use(service);
      await service.remove();
    },
    STARTING,
  ],
  inProcess: [
    async ({ browserName: _ }, use) => {
      const door = await openInProcess();
      await use(door);
      await door.close();
    },
    STARTING,
  ],
  onInvoice: [
    async ({ service }, use) => {
      const mailroom = await startConsole(service, { DIRECTMAIL_MONTHLY_INVOICE: 'true' });
      await use(mailroom);
      await mailroom.remove();
    },
    STARTING,
  ],
});

// One worker does for all: a second one would start all of this again.
test.describe.configure({ mode: 'default' });

/** One row for each operation, four cells each: what is missing does not compile. */
const rows: { readonly [N in OperationName]: Row<N> } = {
  ...customersAndTemplates,
  ...customerCampaigns,
  ...campaigns,
};

async function answers<N extends OperationName>(name: N, cell: DoorCell<N>, door: Door, origin: string) {
  const input = await cell.input({ service: door.service, origin });
  const { status, body } = await door.ask(name, input);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject(cell.answer(input));
  expect(door.described(name).answerProblems(status, body)).toEqual([]);
}

const operationsOf = async (service: Service) => (await service.arrived()).map(({ operation }) => operation);

function walk<N extends OperationName>(name: N): void {
  const {
    'service in process': inside,
    'service over HTTP': overHttp,
    'proxy over HTTP': proxied,
    'console page': paged,
  } = rows[name];

  test(`${name} · service in process: ${inside.covers}`, async ({ inProcess, mailroom }) => {
    await answers(name, inside, inProcess, mailroom.url);
  });

  test(`${name} · service over HTTP: ${overHttp.covers}`, async ({ service, mailroom }) => {
    await answers(name, overHttp, await openHttp(service), mailroom.url);
    expect((await operationsOf(service)).at(-1)).toBe(name);
  });

  test(`${name} · proxy over HTTP: ${proxied.covers}`, async ({ page, login, service, mailroom }) => {
    await login(page, 'admin');
    await service.forgetArrived();
    const door = await openProxy(page.context().request, mailroom.url, service);
    await answers(name, proxied, door, mailroom.url);
    expect(await operationsOf(service)).toContain(name);
  });

  test(`${name} · console page: ${paged.covers}`, async ({ page, login, service, onInvoice }) => {
    await login(page, 'admin');
    await service.forgetArrived();
    await paged.use({ page, service, onInvoice });
    expect(await operationsOf(service)).toContain(name);
  });
}

for (const name of operationNames) walk(name);
