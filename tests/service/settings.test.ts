import { expect, test } from 'vitest';
import { readSettings } from '#service/settings.ts';

const read = (args: string[], SERVICE_KEY?: string) => readSettings(args, { SERVICE_KEY });

test('every option except the key has a default', () => {
  expect(read(['--key', 'k'])).toEqual({
    ok: true,
    settings: {
      port: 4010,
      v2Port: undefined,
      host: '127.0.0.1',
      origin: undefined,
      folder: '.data/service',
      databaseUrl: undefined,
      key: 'k',
      campaigns: 150,
      clockRate: 1,
      controls: false,
      users: [],
      monthlyInvoice: false,
      invoiceKey: undefined,
      render: true,
    },
  });
  expect(read([])).toMatchObject({ ok: false, problems: [expect.stringContaining('SERVICE_KEY')] });
  expect(read([], 'from-the-environment')).toMatchObject({
    ok: true,
    settings: { key: 'from-the-environment' },
  });
  expect(readSettings([], { SERVICE_KEY: 'k', SERVICE_INVOICE_KEY: 'i' })).toMatchObject({
    settings: { key: 'k', invoiceKey: 'i' },
  });
});

test('every option is read from the command line', () => {
  const args =
    '--port 0 --v2-port 4011 --host ::1 --origin https://mail.example --data d --database-url postgres://u@h/d --key k --campaigns 1000000 --clock-rate 0.5 --controls --user a@b.example --user c@d.example --monthly-invoice --invoice-key i --no-render';
  expect(read(args.split(' '))).toEqual({
    ok: true,
    settings: {
      port: 0,
      v2Port: 4011,
      host: '::1',
      origin: 'https://mail.example',
      folder: 'd',
      databaseUrl: 'postgres://u@h/d',
      key: 'k',
      campaigns: 1_000_000,
      clockRate: 0.5,
      controls: true,
      users: ['a@b.example', 'c@d.example'],
      monthlyInvoice: true,
      invoiceKey: 'i',
      render: false,
    },
  });
});

test.each([
  [['--port', '65536'], '--port'],
  [['--port', 'http'], '--port'],
  [['--v2-port', '-1'], '--v2-port'],
  [['--campaigns', '1.5'], '--campaigns'],
  [['--campaigns', '-3'], '--campaigns'],
  [['--clock-rate', 'fast'], '--clock-rate'],
  [['--origin', 'https://mail.example/path'], '--origin'],
  [['--database-url', 'mysql://h/d'], '--database-url'],
  [['--user', 'not-an-email'], '--user not-an-email'],
  [['--key', 'two words'], 'service key'],
  [['--invoice-key', 'two words'], '--invoice-key'],
  [['--invoice-key', 'k'], 'must differ'],
  [['--color', 'red'], '--color'],
  [['--port'], '--port'],
  [['extra'], 'extra'],
])('the options %o are rejected with a message that is a full sentence', (args, words) => {
  const result = read(args, 'k');
  expect(result).toMatchObject({ ok: false, problems: [expect.stringContaining(words)] });
  if (!result.ok) for (const problem of result.problems) expect(problem).toMatch(/^\S.*\.$/);
});

test('all invalid settings are reported together', () => {
  const result = read(['--port', 'x', '--campaigns', 'y']);
  expect(result.ok || result.problems.length).toBe(3);
});

test('--help and -h request the help text, and the message about an unknown option mentions --help', () => {
  expect(read(['--help'])).toEqual({ ok: 'help' });
  expect(read(['-h', '--port', 'x'])).toEqual({ ok: 'help' });
  expect(read(['--nonsense'])).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(/--nonsense.*-- --help\.$/)],
  });
});
