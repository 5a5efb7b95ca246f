/** Tests that docs/operations.md lists every rate limit with its value. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { RATE_LIMITS } from '#lib/domain/rate-limits.ts';

it('docs/operations.md lists the same rate limits as the code', async () => {
  const text = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const section = text.split('\n## Rate limits\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| `([\w-]+)` \| .+ \| (\d+) \| (\d+) \|$/gm)];
  const limits = rows.map(([, name, points, minutes]) => [
    name,
    { points: Number(points), minutes: Number(minutes) },
  ]);
  expect(limits).toEqual(Object.entries(RATE_LIMITS));
});
