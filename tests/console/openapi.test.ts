/** The console's description of what it answers under /api. Whether its answers are as described: see every-operation. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { GET } from '#app/openapi.json/route.ts';
import { operationNames, operations } from '#lib/contract/operations.ts';
import { apiDescription } from '#lib/proxy/api-description.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { middleware } from '#middleware.ts';
import { readDescription } from '../support/api-description.ts';
import { KEY, ORIGIN, SECRET, useSettings } from './support/settings.ts';

const SERVICE = 'http://service.internal';

beforeEach(() => {
  useSettings({ DIRECTMAIL_BASE_URL: SERVICE, DIRECTMAIL_BASE_URL_V2: SERVICE });
  dropSingleton('apiDescription');
  dropSingleton('apiDescriptionText');
});

it('is valid OpenAPI 3.1, for whoever asks', async () => {
  const visit = await middleware(new NextRequest(`${ORIGIN}/openapi.json`));
  expect(visit.headers.get('location')).toBeNull();
  const answer = GET();
  expect(answer.headers.get('content-type')).toBe('application/json');
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(await answer.text()))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

it('holds nothing of the settings but its own origin', async () => {
  const text = await GET().text();
  for (const secret of [KEY, SECRET, SERVICE]) expect(text).not.toContain(secret);
  expect(apiDescription().servers).toEqual([{ url: ORIGIN }]);
});

describe.each(operationNames)('%s', (name) => {
  it('is described where the proxy has it, for a session', () => {
    const { path, method, operation } = readDescription(apiDescription())(name);
    expect(path).toBe(`/api${operations[name].path}`);
    expect(method).toBe(operations[name].method.toLowerCase());
    expect(operation.security).toEqual([{ session: [] }]);
    const types = Object.keys(operation.requestBody?.content ?? {});
    const hasBody = Object.keys(operations[name].form.shape).length > 0;
    expect(types).toEqual(
      hasBody ? ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'] : [],
    );
  });
});

it('names the cookie that browsers really send', () => {
  const nameOf = () => apiDescription().components.securitySchemes.session?.name;
  expect(nameOf()).toBe('next-auth.session-token');
  useSettings({ NEXTAUTH_URL: 'https://console.test' });
  dropSingleton('apiDescription');
  expect(nameOf()).toBe('__Secure-next-auth.session-token');
});
