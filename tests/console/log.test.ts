/** Lines name facts; what would be a secret is taken out of them even so. */
import { expect, it } from 'vitest';
import { newLog } from '#lib/log.ts';

const SECRET = 'sk_test_canary';

it.each(['authorization', 'cookie', 'source', 'password'])('%s is taken out, and the rest stays', (name) => {
  const lines: string[] = [];
  const log = newLog('info', { write: (line) => lines.push(line) });
  const secret = { [name]: SECRET };
  log.info({ operation: 'getCampaign', ...secret, headers: secret, request: { form: secret } }, 'done');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines.join())).toMatchObject({ operation: 'getCampaign', msg: 'done' });
  expect(lines.join()).not.toContain(SECRET);
});
