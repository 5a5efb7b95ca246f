/**
 * `mailroom doctor`: checks everything that Mailroom needs to run, and says what to do about each problem.
 * The command changes nothing, and can run while the console is running.
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
import { findMisspelledSettings } from './doctor-settings.ts';

const USAGE = `Usage: ${nameCommand('doctor')}. Checks the settings, the database, the clock, the mail service, the email \
server, single sign-on, the disk, and file modes. Changes nothing. The exit code is 1 if there is a problem.`;

type Check = readonly [name: string, run: () => Finding | Promise<Finding>];

/** The checks run one after another, because the clock check uses the mail service's response. */
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

function listSettingProblems(): readonly string[] {
  try {
    readEnv(process.env);
    return findMisspelledSettings(Object.keys(process.env)).map(
      ([name, meant]) => `${name} isn’t a setting. Did you mean ${meant}?`,
    );
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
}

/** @returns whether all settings are valid. The other checks need valid settings. */
function checkSettings(): boolean {
  const problems = listSettingProblems();
  for (const problem of problems) report('Settings', { problem });
  if (problems.length > 0) console.log('Fix the settings first. The other checks need them.');
  else report('Settings', { ok: 'all settings are valid.' });
  return problems.length === 0;
}

await runCommand(async () => {
  if (readArguments({ usage: USAGE, count: 0 }) === null) return;
  process.exitCode = 1;
  if (!checkSettings()) return;
  // The mail service must accept the current key. With the previous key, the console could only read.
  delete process.env.DIRECTMAIL_API_KEY_PREVIOUS;
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
