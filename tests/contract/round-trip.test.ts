import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Input, type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { chooseOperation, decodeRequest, encodeRequest, matchOperations } from '#lib/contract/wire.ts';
import { arbitraryInput } from './arbitraries.ts';
import { readLikeRack } from './rack.ts';

const RUNS = 200;
/** The seed for this run's random inputs. To repeat a failed run, set WIRE_SEED to the printed seed. */
const seed = Number(process.env.WIRE_SEED ?? Date.now() % 2 ** 31);
console.log(`round trips: WIRE_SEED=${seed}`);

/** Decodes a request from its URL and body, as a server would. */
function readRequest(method: string, url: string, body: string) {
  const { pathname, searchParams } = new URL(url, 'http://service.test');
  const segments = pathname.slice(1).split('/').map(decodeURIComponent);
  const found = matchOperations(method, segments);
  if (!found.found) throw new Error(`no operation for ${method} ${pathname}`);
  const form = [...new URLSearchParams(body)];
  const operation = chooseOperation(found.operations, form);
  return {
    operation,
    read: decodeRequest(operation, { params: found.params, query: [...searchParams], form }),
  };
}

function expectRoundTrip(name: OperationName, input: Input<OperationName>): void {
  const sent = encodeRequest(name, input);
  const url = sent.query ? `${sent.path}?${sent.query}` : sent.path;
  const { operation, read } = readRequest(sent.method, url, sent.body ?? '');
  expect(operation).toBe(name);
  expect(read).toStrictEqual({ ok: true, value: input });
}

describe.each(operationNames)('%s', (name) => {
  test('decodes an encoded request to the original input', () => {
    fc.assert(
      fc.property(arbitraryInput(name), (input) => expectRoundTrip(name, input)),
      { seed, numRuns: RUNS },
    );
  });

  test('encodes requests so that Rack decodes the original input', () => {
    fc.assert(
      fc.property(arbitraryInput(name), (input) => {
        const { query, body } = encodeRequest(name, input);
        const sent = { ...readLikeRack(query), ...readLikeRack(body ?? '') };
        expect(sent).toEqual(toRackParams(name, input));
      }),
      { seed, numRuns: RUNS },
    );
  });
});

/**
 * Returns the query and form inputs as Rack parses them. All values are text. Rack keeps only the last photo,
 * because the field name `photos` has no brackets.
 */
function toRackParams(name: OperationName, input: Input<OperationName>): unknown {
  const inPath = Object.keys(operations[name].params.shape);
  const rest = Object.entries(input).filter(([key]) => !inPath.includes(key));
  return JSON.parse(JSON.stringify(Object.fromEntries(rest)), (key, value) => {
    if (key === 'photos') return value.at(-1);
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  });
}
