/** Uses Prometheus's own tool to test that the alert rules are valid and when each alert fires. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { findCommand } from '#scripts/debian-programs.ts';
import { root } from '#scripts/program.ts';

const run = promisify(execFile);
const promtool = findCommand('promtool') ?? 'promtool';
const RULES = join(root, 'deploy/alerts.yml');

/** The series of a console without problems. The samples are 30 seconds apart. */
const HEALTHY: Readonly<Record<string, string>> = {
  'mailroom_database_up{instance="a"}': '1x60',
  'mailroom_attempts_oldest_unknown_seconds{instance="a"}': '0x20 60x40',
  // While the console restarts, it reports nothing.
  'mailroom_lease_active{instance="a",lease="reconciler"}': '1x30 _x3 1x27',
  'mailroom_upstream_breaker_state{instance="a",state="open"}': '0x60',
  'mailroom_upstream_key_rejections_total{instance="a"}': '3x60',
  'mailroom_log_lines_total{instance="a",level="error"}': '7x60',
  'mailroom_http_requests_total{instance="a",route="/",status="200"}': '0+100x60',
  'mailroom_http_requests_total{instance="a",route="/",status="500"}': '0+2x60',
  'mailroom_outbox_oldest_due_seconds{instance="a"}': '5x20 600x4 0x36',
};

/** Returns the names of the alerts that fire after the given time. */
async function alertsAfter(
  minutes: number,
  changed: Readonly<Record<string, string | null>>,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-alerts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const series = Object.entries({ ...HEALTHY, ...changed }).filter(([, values]) => values !== null);
  const { stdout: rules } = await run(promtool, ['check', 'rules', RULES]);
  expect(rules).toMatch(/SUCCESS/);
  const file = join(folder, 'test.json');
  // promtool reads YAML, and all JSON is valid YAML. The query lists the alerts that fire.
  await writeFile(
    file,
    JSON.stringify({
      rule_files: [RULES],
      evaluation_interval: '30s',
      tests: [
        {
          interval: '30s',
          input_series: series.map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [
            {
              expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
              eval_time: `${minutes}m`,
              exp_samples: [],
            },
          ],
        },
      ],
    }),
  );
  const { stdout, stderr } = await run(promtool, ['test', 'rules', file]).catch((error) => error);
  const output = `${stdout}${stderr}`;
  if (/SUCCESS/.test(output)) return [];
  expect(output).toMatch(/got:/);
  return [...output.matchAll(/alertname=\\?"(\w+)\\?"/g)].map(([, name = '']) => name);
}

it('no alert fires while nothing is wrong', async () => {
  expect(await alertsAfter(30, {})).toEqual([]);
});

it.each<[string, number, number, Record<string, string | null>]>([
  ['MailroomUnknownAttempt', 9, 11, { 'mailroom_attempts_oldest_unknown_seconds{instance="a"}': '0+30x60' }],
  ['MailroomReconcilerStopped', 1, 4, { 'mailroom_lease_active{instance="a",lease="reconciler"}': '0x60' }],
  ['MailroomDatabaseDown', 0, 3, { 'mailroom_database_up{instance="a"}': '0x60' }],
  ['MailroomServerMissing', 4, 12, { 'mailroom_database_up{instance="b"}': '1x9 stale' }],
  ['MailroomNoMetrics', 3, 7, { 'mailroom_database_up{instance="a"}': null }],
  ['MailroomApiKeyRejected', 2, 7, { 'mailroom_upstream_key_rejections_total{instance="a"}': '0x9 1x50' }],
  ['MailroomBreakerOpen', 0, 3, { 'mailroom_upstream_breaker_state{instance="a",state="open"}': '1x60' }],
  ['MailroomErrors', 2, 12, { 'mailroom_log_lines_total{instance="a",level="error"}': '0x9 0+1x50' }],
  [
    'MailroomFailedRequests',
    2,
    12,
    { 'mailroom_http_requests_total{instance="a",route="/",status="500"}': '0+20x60' },
  ],
  ['MailroomEmailsWait', 10, 17, { 'mailroom_outbox_oldest_due_seconds{instance="a"}': '0+30x60' }],
])('%s fires after what it’s about, and no other alert does', async (name, tooEarly, after, changed) => {
  expect(await alertsAfter(tooEarly, changed)).toEqual([]);
  expect(await alertsAfter(after, changed)).toEqual([name]);
});
