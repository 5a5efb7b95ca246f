/** Tests which server actions the middleware refuses because Next couldn't decode them. */
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setKnownActions } from '#lib/incoming/known-actions.ts';
import { log } from '#lib/log.ts';
import { middleware } from '#middleware.ts';
import { ORIGIN, useSettings } from '../console/support/settings.ts';

const DATABASE = vi.hoisted(() => ({ requireDatabase: async () => undefined }));
vi.mock('#lib/data/database-outage.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  ...DATABASE,
}));

const ID = `60${'c'.repeat(40)}`;
const OLD_ID = `60${'d'.repeat(40)}`;
const TYPED = 'typed by a person';
type Fields = readonly (readonly [name: string, value: string | Blob])[];

beforeEach(() => {
  useSettings({});
  setKnownActions([ID]);
  return () => setKnownActions(null);
});

function post(body: BodyInit, headers: Record<string, string> = {}, path = '/login') {
  return middleware(
    new NextRequest(new URL(path, ORIGIN), { method: 'POST', body, headers: { origin: ORIGIN, ...headers } }),
  );
}

function createForm(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/** Sends a form as Next's script does. */
const sendScripted = (fields: Fields, id = ID) => post(createForm(fields), { 'next-action': id });
/** Sends a form as a browser without JavaScript does. */
const sendScriptless = (fields: Fields) => post(createForm(fields));
const sendText = (text: string) =>
  post(text, { 'next-action': ID, 'content-type': 'text/plain;charset=UTF-8' });

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const field = ['_1_email', TYPED] as const;
const bound = (state: string): Fields => [
  ['$ACTION_REF_1', ''],
  ['$ACTION_1:0', `{"id":"${ID}","bound":"$@1"}`],
  ['$ACTION_1:1', state],
  ['$ACTION_KEY', 'k1234'],
  ['email', TYPED],
];

const FORM_STATE = JSON.stringify([
  { values: { email: 'a@b.example', price: '$$5' }, failure: { kind: 'refused' }, link: '$undefined' },
]);

describe('an action in a form from the console’s pages', () => {
  it.each<[string, () => Promise<Response>]>([
    ['with JavaScript', () => sendScripted([field, ['0', '[{},"$K1"]']])],
    [
      'with a state that contains one object twice',
      () => sendScripted([field, ['0', '[{"a":{},"b":"$0:0:a"},"$K1"]']]),
    ],
    ['with only a form', () => sendScripted([field, ['0', '["$K1"]']])],
    ['without arguments', () => sendText('[]')],
    [
      'without JavaScript',
      () =>
        sendScriptless([
          [`$ACTION_ID_${ID}`, ''],
          ['email', TYPED],
        ]),
    ],
    ['without JavaScript, after an error', () => sendScriptless(bound(FORM_STATE))],
    [
      'without JavaScript, with a second button',
      () => sendScriptless([...bound('[{}]'), [`$ACTION_ID_${ID}`, '']]),
    ],
    [
      'with text that looks like an encoded value',
      () => sendScriptless([...bound('[{}]'), ['comment', '{"$1']]),
    ],
  ])('is accepted %s', async (_, send) => {
    expect((await send()).status).toBe(200);
  });
});

const INVALID_VALUES = {
  'invalid JSON': '{"a',
  'a number': '5',
  null: 'null',
  'a string': '"abc"',
  'a reference to itself': '"$0"',
  'an unresolved reference': '["$1:then"]',
  'a reference that contains itself': '[{"a":{"b":"$0:0:a"}}]',
  'a reference to another list': '[{"a":{}},"$5:0:a"]',
  'a prototype': '[{},"$0:0:__proto__"]',
  'a server reference': '[{},"$h1"]',
  'a promise': '["$@1"]',
  'a stream': '[{},"$r1"]',
  'a BigInt': `[{},"$n${'9'.repeat(400)}"]`,
  'a file': '[{},"$B1"]',
  'an invalid date': '[{},"$Dnow"]',
} as const;

describe('an action that Next can’t decode', () => {
  it.each([
    ...Object.entries(INVALID_VALUES).flatMap(([what, value]): [string, () => Promise<Response>][] => [
      [`a form with ${what}`, () => sendScripted([field, ['0', value]])],
      [`text with ${what}`, () => sendText(value)],
      [`a form without JavaScript with ${what}`, () => sendScriptless(bound(value))],
    ]),
    ['a form without arguments', () => sendScripted([field])],
    [
      'a form with arguments twice',
      () =>
        sendScripted([
          ['0', '["$K1"]'],
          ['0', '["$K1"]'],
        ]),
    ],
    ['a form with arguments in a file', () => sendScripted([['0', new Blob(['["$K1"]'])]])],
    [
      'a form with other parts',
      () =>
        sendScripted([
          ['1', '{}'],
          ['0', '["$K1"]'],
        ]),
    ],
    ['a form without an action', () => sendScriptless([['email', TYPED]])],
    [
      'a form with an invalid descriptor',
      () =>
        sendScriptless([
          ['$ACTION_REF_1', ''],
          ['$ACTION_1:0', `{${TYPED}`],
        ]),
    ],
    ['a form without a descriptor', () => sendScriptless([['$ACTION_REF_9', '']])],
    [
      'a form without bound arguments',
      () => sendScriptless(bound('[{}]').filter(([name]) => name !== '$ACTION_1:1')),
    ],
    [
      'a form with three references',
      () =>
        sendScriptless(
          [1, 2, 3].flatMap(
            (n) =>
              [
                [`$ACTION_REF_${n}`, ''],
                [`$ACTION_${n}:0`, `{"id":"${ID}","bound":null}`],
              ] as Fields,
          ),
        ),
    ],
    ['a form with an unknown encoded field', () => sendScriptless([...bound('[{}]'), ['$ACTION_1:2', '{}']])],
    ['an id that isn’t an id', () => sendScripted([field, ['0', '["$K1"]']], 'toString')],
    ['a field name that isn’t an id', () => sendScriptless([['$ACTION_ID_toString', '']])],
  ] as [string, () => Promise<Response>][])('is refused with status 400: %s', async (_, send) => {
    const warn = vi.spyOn(log(), 'warn');
    const response = await send();
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toContain('No action was taken. The form was incomplete or malformed.');
    expect(warn.mock.calls).toEqual([
      [expect.objectContaining({ why: 'malformed', method: 'POST' }), 'a request was refused'],
    ]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain(TYPED);
    warn.mockRestore();
  });

  it('is refused if JSON in a field is nested more deeply than the limit for JSON in a body allows', async () => {
    expect((await sendScripted([field, ['0', nested(32)]])).status).toBe(200);
    for (const response of [
      await sendScripted([['0', nested(33)]]),
      await sendScriptless(bound(nested(33))),
    ]) {
      expect(response.status).toBe(413);
      expect(await response.text()).toContain('No action was taken. The form is nested too deeply.');
    }
  });

  it('is refused if JSON in a field has too many values', async () => {
    const values = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));
    expect((await sendScripted([['0', values(1_000)]])).status).toBe(200);
    const refused = await sendScripted([['0', values(1_001)]]);
    expect([refused.status, await refused.text()]).toEqual([
      413,
      expect.stringContaining('more than 1,000 fields'),
    ]);
  });

  it('gets a page in Mailroom’s layout if JavaScript is off, and plain text if it is on', async () => {
    const page = await sendScriptless([['email', TYPED]]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<h1>This form is malformed</h1>');
    expect((await sendScripted([field])).headers.get('content-type')).toBe('text/plain');
  });
});

const OUT_OF_DATE =
  'No action was taken. Mailroom was updated after you opened this page. Reload the page, then try again.';

describe('a form from a page that was opened before an update', () => {
  const descriptor = ['$ACTION_1:0', `{"id":"${OLD_ID}","bound":"$@1"}`] as const;
  const old = [
    ...bound('[{}]').map((entry) => (entry[0] === descriptor[0] ? descriptor : entry)),
    ['password', 'a secret'],
  ] as Fields;

  it('is refused with a message that says what to do', async () => {
    const response = await sendScripted([field, ['0', '["$K1"]']], OLD_ID);
    expect([response.status, await response.text()]).toEqual([400, OUT_OF_DATE]);
  });

  it('is shown again with the entered values, and with a button that reloads the page', async () => {
    const response = await post(createForm(old), {}, '/login?callbackUrl=%2Fteam');
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain('<h1>This page is out of date</h1>');
    expect(html).toContain(`${OUT_OF_DATE} What you entered is still here.`);
    expect(html).toContain(`readonly value="${TYPED}"`);
    expect(html).toContain('<form method="get" action="/login">');
    expect(html).toContain('<input type="hidden" name="callbackUrl" value="/team">');
    expect(html).not.toMatch(/a secret|\$ACTION|name="email"/);
  });

  it('isn’t shown again if it comes from another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const request = new NextRequest(`${ORIGIN}/login`, { method: 'POST', body: createForm(old), headers });
    const response = await middleware(request);
    expect([response.status, await response.text()]).toEqual([400, expect.not.stringContaining(TYPED)]);
  });

  it('is left to Next if the console doesn’t know its actions, as in development', async () => {
    setKnownActions(null);
    expect((await sendScriptless(old)).status).toBe(200);
  });
});
