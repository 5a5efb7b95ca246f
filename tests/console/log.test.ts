/** Tests that log lines don't contain secrets. */
import { expect, it } from 'vitest';
import { createLog } from '#lib/log.ts';

const SECRET = 'sk_test_canary';

it.each(['authorization', 'cookie', 'source', 'password'])(
  'redacts the field %s in a log line and keeps the other fields',
  (name) => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const secret = { [name]: SECRET };
    log.info({ operation: 'getCampaign', ...secret, headers: secret, request: { form: secret } }, 'done');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines.join())).toMatchObject({ operation: 'getCampaign', msg: 'done' });
    expect(lines.join()).not.toContain(SECRET);
  },
);
