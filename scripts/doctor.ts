/**
 * `mailroom doctor`: checks everything that Mailroom needs to run, and says what to do about each problem. The command
 * changes nothing, and can run beside the console.
 */
import { EnvError, env, readEnv } from '#lib/env/env.ts';
import { nameCommand, readArguments, runCommand } from './command.ts';
import {
  checkClock,
  checkProvider,
  checkSecondVersion,
  checkService,
  checkSmtp,
} from './doctor-connections.ts';
import { checkDatabase } from './doctor-database.ts';
import { checkDisk, checkFileModes } from './doctor-files.ts';
import type { Finding } from './doctor-finding.ts';

const USAGE = `Usage: ${nameCommand('doctor')}. Checks the settings, the database, the clock, the mail service, the email \
server, single sign-on, the disk, and file modes. Changes nothing. The exit code is 1 if there is a problem.`;

type Check = readonly [name: string, run: () => Finding | Promise<Finding>];

/** The checks run one after another, because the clock is read from the mail service's response. */
const CHECKS: readonly Check[] = [
  ['Database', () => checkDatabase(env())],
  ['Mail service', checkService],
  ['Mail service, v2', () => checkSecondVersion(env())],
  ['Clock', checkClock],
  ['Email', () => checkSmtp(env())],
  ['Single sign-on', () => checkProvider(env())],
  ['Disk', () => checkDisk(env())],
  ['File modes', () => checkFileModes(env())],
];

const report = (name: string, finding: Finding): void =>
  console.log('ok' in finding ? `OK       ${name}: ${finding.ok}` : `PROBLEM  ${name}: ${finding.problem}`);

/** @returns whether all settings are valid. The other checks need valid settings. */
function checkSettings(): boolean {
  try {
    readEnv(process.env);
    report('Settings', { ok: 'all settings are valid.' });
    return true;
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    for (const problem of error.problems) report('Settings', { problem });
    console.log('Fix the settings first. The other checks need them.');
    return false;
  }
}

await runCommand(async () => {
  if (readArguments({ usage: USAGE, count: 0 }) === null) return;
  process.exitCode = 1;
  if (!checkSettings()) return;
  // The checks print their own lines.
  process.env.LOG_LEVEL = 'silent';
  const findings: Finding[] = [];
  for (const [name, run] of CHECKS) {
    const finding = await run();
    findings.push(finding);
    report(name, finding);
  }
  const problems = findings.filter((finding) => 'problem' in finding).length;
  console.log(problems === 0 ? 'No problems.' : `Problems: ${problems}.`);
  // Open connections to the mail service would keep the process running.
  process.exit(problems === 0 ? 0 : 1);
});
