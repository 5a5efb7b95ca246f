/** Tests that a form from the previous release still finds its action. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/program.ts';
import releasedActions from './released-actions.json' with { type: 'json' };

/**
 * Returns the names of the exported actions, by file. Next derives an action's id from its name and file.
 */
async function listActions(): Promise<Readonly<Record<string, readonly string[]>>> {
  const actions: Record<string, string[]> = {};
  for await (const file of glob('{app,lib,components}/**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    if (!/^\s*'use server';/.test(text)) continue;
    actions[file] = [...text.matchAll(/^export (?:const|async function) (\w+)/gm)]
      .map(([, name = '']) => name)
      .sort();
  }
  return actions;
}

test('no action of an earlier release was renamed, moved, or removed, and every action is listed', async () => {
  expect(await listActions()).toEqual(releasedActions);
});
