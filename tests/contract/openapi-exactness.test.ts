/** Tests that the API description allows exactly the values that the operations accept. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type Input, type OperationName, operations } from '#lib/contract/operations.ts';
import { createTestDocument, readApiDescription } from '../support/api-description.ts';

const seed = Number(process.env.WIRE_SEED ?? Date.now() % 2 ** 31);
console.log(`described values: WIRE_SEED=${seed}`);

const describeRequest = readApiDescription(createTestDocument());

interface Field<N extends OperationName = OperationName> {
  readonly name: N;
  readonly key: string;
  /** Values for the operation's other required inputs. */
  readonly others?: Partial<Input<N>>;
}

const accepts = ({ name, key, others = {} }: Field, value: unknown): boolean => {
  const { query, form } = operations[name];
  const [root = '', part] = key.split(/[[\]]/);
  const shape: z.ZodObject = root in query.shape ? query : form;
  // Requests can't contain NUL characters in any field.
  if (String(value).includes('\u0000')) return false;
  return shape.safeParse({ ...others, [root]: part ? { [part]: value } : value }).success;
};

function allows({ name, key, others = {} }: Field, value: unknown): boolean {
  const { operation, parameterErrors, bodyErrors } = describeRequest(name);
  if (operation.parameters.some((parameter) => parameter.name === key))
    return parameterErrors(key, value).length === 0;
  const type = 'application/x-www-form-urlencoded';
  return bodyErrors(type, { ...others, [key]: value }).length === 0;
}

const FIELDS = {
  email: { name: 'updateCustomer', key: 'email' },
  invoiceEmail: { name: 'payAndSendCampaign', key: 'email' },
  time: { name: 'sendCampaign', key: 'date' },
  scheduledAt: { name: 'sendCampaignOnInvoice', key: 'scheduled_at' },
  timeOrDay: { name: 'listCampaigns', key: 'sent_at[from]' },
  url: { name: 'payCampaign', key: 'redirect_uri' },
  text: { name: 'previewTemplate', key: 'template_data[label]' },
} as const satisfies Record<string, Field>;

const EMAILS = [
  'office@customer.example',
  "o'neil+mail@customer.example",
  'a@b-c.example',
  'müller@customer.example',
  'a@müller.example',
  'a@b-.example',
  'a@-b.example',
  'a@b',
  'a@b.c',
  '.a@b.example',
  'a.@b.example',
  'a..b@c.example',
  '"a b"@c.example',
  'a@[127.0.0.1]',
  ' a@b.example',
  'a@b.example ',
  `${'a'.repeat(242)}@b.example`,
  `${'a'.repeat(245)}@b.example`,
  '',
];
const TIMES = [
  '2027-03-01T09:00:00-05:00',
  '2027-03-01T09:00:00Z',
  '2027-03-01T09:00:00.123456Z',
  '2028-02-29T09:00:00Z',
  '2027-02-29T09:00:00Z',
  '2027-03-01t09:00:00Z',
  '2027-03-01T09:00:00z',
  '2027-03-01 09:00:00Z',
  '2026-12-31T23:59:60Z',
  '2027-03-01T24:00:00Z',
  '2027-03-01T09:00Z',
  '2027-03-01T09:00:00',
  '2027-03-01T09:00:00+0500',
  '2027-03-01T09:00:00+25:00',
  '2027-03-01',
  '2027-02-29',
  '2027-3-1',
  'tomorrow',
  '',
];
const URLS = [
  'https://console.example/pay/return?state=a%20b&x=<y>',
  'http://127.0.0.1:3000/back',
  'http://localhost:3000',
  'https://console.example?a=b',
  'https://console.example#a',
  'https://console.example/zurück',
  'http://[::1]:3000/',
  'http://my_console:3000/',
  'HTTPS://console.example/',
  'https://a:b@console.example/',
  'https:console.example',
  'https:/console.example/',
  'http:\\\\console.example\\',
  'https://console.example\\@other.example/',
  'https://console.example/a b',
  ' https://console.example/',
  'https://console.example/\n',
  'https://console.example:99999/',
  'https://999.1.1.1/',
  'https://1.2.3.4.5/',
  'https://münchen.example/',
  'https://[::g]/',
  'https://-/',
  'https:///',
  'javascript:alert(1)',
  'ftp://console.example/',
  '//console.example/',
  `https://console.example/${'a'.repeat(2000)}`,
  '',
];
const TEXTS = ['', 'Just listed', 'a\nb', 'NUL: \u0000', 'é ✉️'];

const cases: readonly (readonly [keyof typeof FIELDS, string])[] = [
  ...EMAILS.flatMap((text) => [['email', text] as const, ['invoiceEmail', text] as const]),
  ...TIMES.flatMap((text) => [
    ['time', text] as const,
    ['scheduledAt', text] as const,
    ['timeOrDay', text] as const,
  ]),
  ...URLS.map((text) => ['url', text] as const),
  ...TEXTS.map((text) => ['text', text] as const),
];

test.each(cases)('the API description says correctly whether %s accepts %j', (field, text) => {
  expect(allows(FIELDS[field], text)).toBe(accepts(FIELDS[field], text));
});

const VALID = { email: EMAILS, time: TIMES, timeOrDay: TIMES, url: URLS };
const EDITS = [...'aZ09-_.@:/?#[]%+ tzTé\\\u0000', '60', '..', '@@'];

/** Replaces or inserts a few characters, because errors are most likely for values that are almost valid. */
const editedText = (texts: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat(60), fc.nat(1), fc.constantFrom(...EDITS)), { maxLength: 3 }),
    )
    .map(([text, edits]) =>
      edits.reduce((edited, [at, removed, insert]) => {
        const i = at % (edited.length + 1);
        return edited.slice(0, i) + insert + edited.slice(i + removed);
      }, text),
    );

describe.each(Object.keys(VALID) as (keyof typeof VALID)[])('%s', (field) => {
  test('accepts an edited value if and only if the API description allows the value', () => {
    fc.assert(
      fc.property(editedText(VALID[field]), (text) => {
        expect(allows(FIELDS[field], text), text).toBe(accepts(FIELDS[field], text));
      }),
      { seed, numRuns: 500 },
    );
  });
});
