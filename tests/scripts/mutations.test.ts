/**
 * Checks that the mutations match the source code, because `npm run test:mutations` takes too long to run
 * with the other tests.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { selectMutations } from '#scripts/mutations/topics.ts';
import { root } from '#scripts/program.ts';

test.each(selectMutations([]))(
  'the mutation “$what” changes exactly one place and names existing test files',
  async ({ file, find, replace, tests }) => {
    const text = await readFile(join(root, file), 'utf8');
    expect(text.split(find), find).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

test('each mutation belongs to one topic', () => {
  const names = selectMutations([]).map(({ what }) => what);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('choosing a topic runs only that topic’s mutations', () => {
  const names = selectMutations(['settings', 'permissions']).map(({ what }) => what);
  expect(names).toContain('a weak NEXTAUTH_SECRET is accepted');
  expect(names).toContain('the role is ignored');
  expect(names).not.toContain('a lock can be claimed twice');
});

test('an unknown topic is refused with a list of the topics', () => {
  expect(() => selectMutations(['sign-in', 'singin'])).toThrow(
    /^Unknown topics: singin\. The topics are attempts, .*settings\.$/,
  );
});
