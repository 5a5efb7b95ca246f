/**
 * Tests the console's OpenAPI description. For a comparison with real responses, see
 * tests/e2e/every-operation.spec.ts.
 */
import { Validator } from '@seriousme/openapi-schema-validator';
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { GET } from '#app/openapi.json/route.ts';
import { operationNames, operations } from '#lib/contract/operations.ts';
import { apiDescription } from '#lib/proxy/api-description.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { middleware } from '#middleware.ts';
import { readApiDescription } from '../support/api-description.ts';
import { lintApiDescription } from '../support/lint-api.ts';
import { API_KEY, ORIGIN, SECRET, useSettings } from './support/settings.ts';

const SERVICE = 'https://service.internal';

beforeEach(() => {
  useSettings({ DIRECTMAIL_BASE_URL: SERVICE, DIRECTMAIL_BASE_URL_V2: SERVICE });
  dropSingleton('apiDescription');
  dropSingleton('apiDescriptionText');
});

it('the console serves a valid OpenAPI 3.1 description without a session', async () => {
  const passed = await middleware(new NextRequest(`${ORIGIN}/openapi.json`));
  expect(passed.headers.get('location')).toBeNull();
  const response = GET();
  expect(response.headers.get('content-type')).toBe('application/json');
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(await response.text()))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

it('Spectral and Redocly find no errors or warnings in the API description', async () => {
  // Redocly warns if the server's URL in the description is an address of this computer.
  useSettings({ NEXTAUTH_URL: 'https://console.test' });
  expect(await lintApiDescription(apiDescription())).toEqual([]);
});

it('the API description states that payments can redirect only to the console’s URLs', () => {
  const { parameterErrors } = readApiDescription(apiDescription())('payCampaign');
  for (const url of [ORIGIN, `${ORIGIN}/campaigns?from=pay`, `${ORIGIN}#paid`]) {
    expect(parameterErrors('redirect_uri', url), url).toEqual([]);
  }
  for (const url of ['https://other.example/', `${ORIGIN}.evil.example/`, `${ORIGIN}@evil.example/`]) {
    expect(parameterErrors('redirect_uri', url), url).not.toEqual([]);
  }
});

it('the API description doesn’t reveal any settings except the console’s origin', async () => {
  const text = await GET().text();
  for (const secret of [API_KEY, SECRET, SERVICE]) expect(text).not.toContain(secret);
  expect(apiDescription().servers).toEqual([{ url: ORIGIN }]);
});

describe.each(operationNames)('%s', (name) => {
  it('is described with the proxy’s path and method, and can be called with an API token or a session', () => {
    const { path, method, operation } = readApiDescription(apiDescription())(name);
    expect(path).toBe(`/api${operations[name].path}`);
    expect(method).toBe(operations[name].method.toLowerCase());
    expect(operation.security).toEqual([{ token: [] }, { session: [] }]);
    const types = Object.keys(operation.requestBody?.content ?? {});
    const hasBody = Object.keys(operations[name].form.shape).length > 0;
    expect(types).toEqual(
      hasBody ? ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'] : [],
    );
  });
});

it('the API description contains the name of the session cookie that browsers send', () => {
  const readCookieName = () => apiDescription().components.securitySchemes.session?.name;
  expect(readCookieName()).toBe('next-auth.session-token');
  useSettings({ NEXTAUTH_URL: 'https://console.test' });
  dropSingleton('apiDescription');
  expect(readCookieName()).toBe('__Host-next-auth.session-token');
});
