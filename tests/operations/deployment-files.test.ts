/** Checks the files with which operators run the package: the systemd unit, and the proxy of compose.yaml. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SETTING_SHAPES } from '#lib/env/env.ts';
import { findCommand } from '#scripts/debian-programs.ts';
import { root } from '#scripts/program.ts';

const UNIT = join(root, 'deploy/mailroom.service');
/** systemd rates units from 0, the most restricted, to 10. */
const MAX_EXPOSURE = 2;

function run(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const program = findCommand(name);
  if (program === undefined) throw new Error(`${name} isn’t installed.`);
  return execFileSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env }, stdio: 'pipe' });
}

it('the systemd unit is valid, and restricts what the console can do', () => {
  expect(run('systemd-analyze', ['verify', UNIT])).toBe('');
  const output = run('systemd-analyze', ['security', '--offline=true', '--no-pager', UNIT]);
  const exposure = Number(/Overall exposure level for mailroom\.service: ([\d.]+)/.exec(output)?.[1]);
  expect(exposure).toBeGreaterThan(0);
  expect(exposure).toBeLessThan(MAX_EXPOSURE);
});

it('Caddy accepts the proxy’s file', () => {
  const file = join(root, 'deploy/compose.Caddyfile');
  const env = { MAILROOM_HOST: 'mailroom.example.com' };
  expect(() => run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], env)).not.toThrow();
});

it('compose.yaml and the Containerfile set only settings that exist', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
  const console_ = compose.slice(compose.indexOf('x-console'), compose.indexOf('services:'));
  const container = readFileSync(join(root, 'Containerfile'), 'utf8');
  const names = [
    ...[...console_.matchAll(/^ {4}([A-Z_]+): /gm)].map(([, name]) => name),
    ...[...(/^ENV (.+)$/m.exec(container)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
  ];
  expect(names).toHaveLength(6);
  expect(names.filter((name) => !((name ?? '') in SETTING_SHAPES))).toEqual([]);
});
