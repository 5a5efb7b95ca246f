import { describe, expect, test } from 'vitest';
import { matchOperations } from '#lib/contract/wire.ts';
import { documentedOperations } from './documented-operations.ts';

const findOperations = (method: string, path: string) =>
  matchOperations(method, path.slice(1).split('/').map(decodeURIComponent));
const NOT_FOUND = { found: false, allow: [] };

describe('matchOperations', () => {
  test.each(documentedOperations)(
    'finds the operations for the request $method $path',
    ({ operation, method, path }) => {
      const found = findOperations(method, path.replace('{customer_id}', '7').replace('{id}', '12'));
      const sharedPut = ['updateCustomer', 'updateTemplate'];
      expect(found).toEqual({
        found: true,
        operations: sharedPut.includes(operation) ? sharedPut : [operation],
        params: {
          ...(path.includes('{customer_id}') && { customer_id: '7' }),
          ...(path.includes('{id}') && { id: '12' }),
        },
      });
    },
  );
});

describe('matchOperations with an unsupported method', () => {
  test.each([
    ['POST', '/v1/customers', ['GET']],
    ['PATCH', '/v1/customers/1', ['GET', 'PUT']],
    ['PUT', '/v1/templates/1', ['GET', 'DELETE']],
    ['DELETE', '/v1/campaigns/1', ['GET']],
    ['PUT', '/v1/campaigns/customers/1/campaigns/2', ['GET', 'DELETE']],
    ['GET', '/v1/campaigns/1/pay', ['POST']],
    ['GET', '/v2/campaigns/1/send', ['POST']],
    ['get', '/v1/customers', ['GET']],
    ['__proto__', '/v1/customers', ['GET']],
  ])('lists the supported methods for the request %s %s: %j', (method, path, allow) => {
    expect(findOperations(method, path)).toEqual({ found: false, allow });
  });
});

describe('matchOperations with an undocumented path', () => {
  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v3/customers',
    '/v1/customers/',
    '/v1/customers/1/',
    '//v1/customers',
    '/V1/customers',
    '/v1/Customers',
    '/v1/customers/1/campaigns',
    '/v1/campaigns/1/send',
    '/v1/campaigns/1/clone',
    '/v1/campaigns/customers',
    '/v1/campaigns/customers/1',
    '/v1/campaigns/customers/1/campaigns/2/checkout',
    '/v1/campaigns/customers/1/campaigns/2/pay_and_send',
    '/v2/customers',
    '/v2/templates/1',
    '/v2/campaigns/1',
    '/v1/%7Bid%7D',
    '/v1/__proto__',
  ])('finds no operations for the path %s', (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect(findOperations(method, path)).toEqual(NOT_FOUND);
  });
});

describe('matchOperations with ids in paths', () => {
  const invalidIds = [
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e3',
    '0x1',
    '12a',
    '..',
    '.',
    '%2F',
    '1%2F..%2F2',
    '..%2f',
    '%00',
    '1%00',
    '1%0d%0a',
    '1%0a',
    '%20',
    '%D9%A1',
    '{id}',
    '9007199254740992',
    '9999999999999999',
    '12345678901234567',
  ];
  test.each(invalidIds)('rejects the id %s in v1 paths, regardless of the method', (id) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'POST']) {
      expect(findOperations(method, `/v1/customers/${id}`)).toEqual(NOT_FOUND);
      expect(findOperations(method, `/v1/campaigns/${id}`)).toEqual(NOT_FOUND);
      expect(findOperations(method, `/v1/campaigns/customers/${id}/campaigns/1`)).toEqual(NOT_FOUND);
      expect(findOperations(method, `/v1/campaigns/customers/1/campaigns/${id}`)).toEqual(NOT_FOUND);
    }
  });

  test.each(['1', '9', '10', '9007199254740991'])('accepts the id %s in v1 paths', (id) => {
    expect(findOperations('GET', `/v1/campaigns/${id}`)).toMatchObject({ found: true, params: { id } });
  });

  test.each(['..', '.', '%2F', 'a%2Fb', 'a.b', 'a%20b', '%00', 'a%0a', 'x'.repeat(65)])(
    'rejects the id %s in v2 paths',
    (id) => {
      expect(findOperations('POST', `/v2/templates/${id}/preview`)).toEqual(NOT_FOUND);
      expect(findOperations('POST', `/v2/campaigns/${id}/send`)).toEqual(NOT_FOUND);
    },
  );

  test.each(['1', 'tpl_8F-x', '-', '_', 'x'.repeat(64)])('accepts the id %s in v2 paths', (id) => {
    expect(findOperations('POST', `/v2/templates/${id}/preview`)).toMatchObject({
      found: true,
      params: { id },
    });
  });
});
