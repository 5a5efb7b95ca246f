/**
 * Checks that the mutations match the source code, because `npm run test:mutations` takes too long to run
 * with the other tests.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTATIONS } from '#scripts/mutations.ts';
import { root } from '#scripts/program.ts';

test.each(MUTATIONS)(
  'the mutation “$what” changes exactly one place and names existing test files',
  async ({ file, find, replace, tests }) => {
    const text = await readFile(join(root, file), 'utf8');
    expect(text.split(find), find).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);
