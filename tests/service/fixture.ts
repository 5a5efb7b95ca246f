/** Opens the service in the test's process, with a few known rows. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Input, OperationName } from '#lib/contract/operations.ts';
import { encodeRequest } from '#lib/contract/wire.ts';
import type { Database } from '#lib/database/open.ts';
import { createService, type ServiceOptions } from '#service/create-service.ts';
import type { OperationResponse } from '#service/responses.ts';
import { newArtwork } from '#service/store/artworks.ts';
import type { StoredAddress } from '#service/store/column-types.ts';
import * as tables from '#service/store/schema.ts';
import { createPreparedFolder } from '../support/prepared-folder.ts';

export const SERVICE_API_KEY = 'test-api-key';
export const MIGRATIONS = fileURLToPath(new URL('../../service/store/migrations', import.meta.url));
/** Creates a data folder with an empty database. The caller must remove the folder. */
export const createServiceDataFolder = () => createPreparedFolder(MIGRATIONS);

export const START = Date.parse('2026-11-20T10:00:00.000Z');

/** Customer 1 has no credit. Customer 2 has $200.00 in credit. */
export const NO_CREDIT = 1;
export const WITH_CREDIT = 2;

type CampaignRow = typeof tables.campaigns.$inferInsert;

/** Creates a row for a draft of 1,326 first-class postcards (6 × 9 inches). The price is $1,127.10. */
export const draftRow = (columns: Partial<CampaignRow> = {}): CampaignRow => ({
  customerId: NO_CREDIT,
  templateId: 1,
  artworkId: 1,
  recipientListId: 1,
  senderId: 1,
  name: 'Just listed',
  status: 'draft',
  targetingMethod: 'csv',
  postageClass: 'first_class',
  recipientCount: 1326,
  metaData: {},
  createdAt: new Date(START - 3_600_000),
  updatedAt: new Date(START - 3_600_000),
  ...columns,
});

const address = (name: string): StoredAddress => ({
  name,
  company: 'Vale & Sons',
  address_line1: '1 Main Street',
  address_city: 'Springfield',
  address_state: 'IL',
  address_zip: '62701',
  address_country: 'US',
  variables: { first_name: name },
});

/** @param credits each customer's credit, in cents */
export async function seedFixture(
  db: Database,
  credits: readonly number[],
  campaigns: readonly CampaignRow[],
): Promise<void> {
  const timestamps = { createdAt: new Date(START), updatedAt: new Date(START) };
  await db.insert(tables.customers).values(
    credits.map((creditCents, i) => ({
      email: `office@customer-${i + 1}.example`,
      creditCents,
      ...timestamps,
    })),
  );
  await db.insert(tables.templates).values([
    {
      uid: 'tmpl_listed',
      name: 'Just listed',
      description: 'A postcard',
      size: 'postcard_6x9',
      designs: ['<h1>{{address}}</h1>', '<p>{{agent_first_name}} {{color}}</p>'],
      variableNames: ['address', 'agent_first_name', 'color'],
      metaData: { season: 'spring' },
      ...timestamps,
    },
    {
      uid: 'tmpl_letter',
      name: 'A letter',
      description: '',
      size: 'letter',
      designs: ['<p>{{address}}</p>'],
      variableNames: ['address'],
      metaData: {},
      ...timestamps,
    },
  ]);
  const designs = ['<h1>48 Maple Street</h1>', '<p>Ada blue</p>'];
  const values = { address: '48 Maple Street', price: '$612,000', color: 'blue' };
  await db.insert(tables.artworks).values(newArtwork('postcard_6x9', designs, values));
  await db
    .insert(tables.recipientLists)
    .values({ customerId: NO_CREDIT, exposedAddresses: [address('Bo Lind')], propertyFilter: { beds: 3 } });
  await db.insert(tables.senders).values({ customerId: NO_CREDIT, address: address('Ada Vale') });
  for (let from = 0; from < campaigns.length; from += 1_000) {
    await db.insert(tables.campaigns).values(campaigns.slice(from, from + 1_000));
  }
}

interface ErrorBody {
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly fields?: Readonly<Record<string, string>>;
  };
}

export interface TestResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or `{}` if the response isn't JSON. */
  readonly body: Body & ErrorBody;
  readonly text: string;
}

export interface TestService {
  /** Responds to a request. Some tests pass this function to an HTTP server. */
  fetch(request: Request): Response | Promise<Response>;
  /** Calls an operation. The contract's codec encodes the request. */
  call<N extends OperationName>(
    name: N,
    input: Input<N>,
    headers?: Record<string, string>,
  ): Promise<TestResponse<OperationResponse<N>>>;
  /** Sends a raw request. */
  request<Body = object>(path: string, init?: RequestInit): Promise<TestResponse<Body>>;
  /** Posts JSON to a sandbox control. */
  control<Body = object>(name: 'clock' | 'faults', body: unknown): Promise<TestResponse<Body>>;
  close(): Promise<void>;
}

export const v1Headers = { Authorization: `Bearer ${SERVICE_API_KEY}` };
export const v2Headers = { Authorization: `Bearer ${SERVICE_API_KEY} sender@mailroom.test` };

interface OpenServiceOptions extends Partial<ServiceOptions> {
  readonly rows?: readonly CampaignRow[];
  /** Each customer's credit, in cents. */
  readonly credits?: readonly number[];
}

/** Opens a service whose clock is stopped at START. Tests can advance the clock with the sandbox control. */
export async function openService({
  rows = [],
  credits = [0, 20_000],
  ...options
}: OpenServiceOptions = {}): Promise<TestService> {
  const folder = options.folder ?? (await createServiceDataFolder());
  const service = await createService({
    key: SERVICE_API_KEY,
    folder,
    clockRate: 0,
    machineNow: () => START,
    monthlyInvoice: true,
    openRenderer: () => Promise.resolve(null),
    seed: (db) => seedFixture(db, credits, rows),
    ...options,
  });

  const send = async <Body>(path: string, init?: RequestInit): Promise<TestResponse<Body>> => {
    const response = await service.app.request(path, init);
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {}, text };
  };
  return {
    request: send,
    fetch: (request) => service.app.fetch(request),
    control: (name, body) =>
      send(`/sandbox/${name}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
    call: (name, input, headers) => {
      const { version, method, path, query, body } = encodeRequest(name, input);
      return send(query ? `${path}?${query}` : path, {
        method,
        body,
        headers: {
          ...(version === 'v1' ? v1Headers : v2Headers),
          ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
      });
    },
    close: async () => {
      await service.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Formats an error response as its status and code, such as "404 not_found". */
export const statusAndCode = ({ status, body }: TestResponse<object>) => `${status} ${body.error?.code}`;
