/**
 * Runs each of the 22 operations in four ways: on the service in this process, on the service over HTTP,
 * through the proxy, and on a console page.
 */
import { type Input, type OperationName, operationNames } from '#lib/contract/operations.ts';
import { encodeRequest } from '#lib/contract/wire.ts';
import { test as base, expect } from '../support/browser.ts';
import {
  createHttpClient,
  createInProcessClient,
  createProxyClient,
  type OperationClient,
} from '../support/clients.ts';
import { type RunningConsole, startTestConsole } from '../support/console.ts';
import { campaignChecks } from '../support/operation-checks/campaigns.ts';
import type { ClientCheck, OperationChecks } from '../support/operation-checks/checks.ts';
import { customerCampaignChecks } from '../support/operation-checks/customer-campaigns.ts';
import { customerAndTemplateChecks } from '../support/operation-checks/customers-and-templates.ts';
import { type RunningService, startTestService } from '../support/service.ts';

interface WorkerFixtures {
  service: RunningService;
  inProcess: Awaited<ReturnType<typeof createInProcessClient>>;
  /** A second console that uses the same service and bills campaigns on the monthly invoice. */
  onInvoice: RunningConsole;
}

const WORKER_SCOPE = { scope: 'worker', timeout: 120_000 } as const;

/** These tests start their own service and consoles, because they delete templates. */
const test = base.extend<object, WorkerFixtures>({
  service: [
    async ({ browserName: _ }, use) => {
      const service = await startTestService({ args: ['--monthly-invoice', '--no-render'] });
      await use(service);
      await service.remove();
    },
    WORKER_SCOPE,
  ],
  inProcess: [
    async ({ browserName: _ }, use) => {
      const client = await createInProcessClient();
      await use(client);
      await client.close();
    },
    WORKER_SCOPE,
  ],
  onInvoice: [
    async ({ service }, use) => {
      const mailroom = await startTestConsole(service, { DIRECTMAIL_MONTHLY_INVOICE: 'true' });
      await use(mailroom);
      await mailroom.remove();
    },
    WORKER_SCOPE,
  ],
});

// A single worker runs all tests in this file, so that only one service and its consoles are started.
test.describe.configure({ mode: 'default' });

/** Each operation has four checks. TypeScript reports an error if a check is missing. */
const checks: { readonly [N in OperationName]: OperationChecks<N> } = {
  ...customerAndTemplateChecks,
  ...customerCampaignChecks,
  ...campaignChecks,
};

/** Sends a check's request and expects a documented response. @returns the input that was sent */
async function expectResponse<N extends OperationName>(
  name: N,
  check: ClientCheck<N>,
  client: OperationClient,
  origin: string,
): Promise<Input<N>> {
  const input = await check.input({ service: client.service, origin });
  const { status, body } = await client.send(name, input);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject(check.expected(input));
  expect(client.describeOperation(name).responseErrors(status, body)).toEqual([]);
  return input;
}

const receivedOperations = async (service: RunningService) =>
  (await service.requests()).map(({ operation }) => operation);

/**
 * Returns the operation that the service matched to the test's request. Identifies the request by its
 * content, because the consoles can send other requests at any time.
 */
async function matchedOperation<N extends OperationName>(service: RunningService, name: N, input: Input<N>) {
  const sent = encodeRequest(name, input);
  const own = (await service.requests()).findLast(
    ({ method, path, body }) => method === sent.method && path === sent.path && body === (sent.body ?? ''),
  );
  return own?.operation;
}

function testOperation<N extends OperationName>(name: N): void {
  const {
    'service in process': inProcessCheck,
    'service over HTTP': httpCheck,
    'proxy over HTTP': proxyCheck,
    'console page': pageCheck,
  } = checks[name];

  test(`${name} ${inProcessCheck.title} (service in process)`, async ({ inProcess, mailroom }) => {
    await expectResponse(name, inProcessCheck, inProcess, mailroom.url);
  });

  test(`${name} ${httpCheck.title} (service over HTTP)`, async ({ service, mailroom }) => {
    const input = await expectResponse(name, httpCheck, await createHttpClient(service), mailroom.url);
    expect(await matchedOperation(service, name, input)).toBe(name);
  });

  test(`${name} ${proxyCheck.title} (proxy over HTTP)`, async ({ page, login, service, mailroom }) => {
    await login(page, 'admin');
    await service.clearRequests();
    const client = await createProxyClient(page.context().request, mailroom.url, service);
    await expectResponse(name, proxyCheck, client, mailroom.url);
    expect(await receivedOperations(service)).toContain(name);
  });

  test(`${name} is called by ${pageCheck.title}`, async ({ page, login, service, onInvoice }) => {
    await login(page, 'admin');
    await service.clearRequests();
    await pageCheck.run({ page, service, onInvoice });
    expect(await receivedOperations(service)).toContain(name);
  });
}

for (const name of operationNames) testOperation(name);
