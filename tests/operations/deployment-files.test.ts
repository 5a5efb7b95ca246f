/**
 * Checks the files that operators use to run the package: the systemd unit, compose.yaml, and the
 * Containerfile.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
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

/** The parts of compose.yaml that depend on each other. */
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<
    Record<string, { ipam?: { config: readonly { subnet: string; ip_range: string }[] } }>
  >;
}

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: readonly string[] | Readonly<Record<string, { ipv4_address?: string }>>;
  readonly volumes?: readonly string[];
}

const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;
const serviceOf = (name: string): Service => {
  const service = compose.services[name];
  if (!service) throw new Error(`compose.yaml has no service ${name}.`);
  return service;
};
const networksOf = ({ networks }: Service): readonly string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks);
const CONSOLES = ['console-1', 'console-2'];

it('the networks and files that compose.yaml refers to exist', () => {
  for (const service of Object.values(compose.services))
    for (const network of networksOf(service)) expect(Object.keys(compose.networks)).toContain(network);
  const files = Object.values(compose.services)
    .flatMap(({ volumes = [] }) => volumes)
    .filter((volume) => volume.startsWith('.'))
    .map((volume) => volume.split(':', 1)[0] ?? '');
  expect(files).toEqual(['./deploy/Caddyfile']);
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
});

it('the consoles in compose.yaml trust exactly the address that the proxy connects from', () => {
  const proxy = serviceOf('proxy');
  for (const name of CONSOLES) {
    const shared = networksOf(serviceOf(name)).filter((network) => networksOf(proxy).includes(network));
    expect(shared).toEqual(['inside']);
    const address = (proxy.networks as Record<string, { ipv4_address?: string }>).inside?.ipv4_address;
    expect(serviceOf(name).environment.TRUSTED_PROXY_ADDRESSES).toBe(address);
    // Other containers could otherwise get the proxy's address before the proxy starts.
    const [{ subnet, ip_range: range } = { subnet: '', ip_range: '' }] =
      compose.networks.inside?.ipam?.config ?? [];
    const isIn = (ranges: string) => {
      const [network = '', bits] = ranges.split('/');
      const list = new BlockList();
      list.addSubnet(network, Number(bits));
      return list.check(address ?? '');
    };
    expect([isIn(subnet), isIn(range)]).toEqual([true, false]);
  }
});

it('Caddy accepts the Caddyfile with both compose.yaml’s consoles and the default consoles', () => {
  const file = join(root, 'deploy/Caddyfile');
  const adapt = (env: Readonly<Record<string, string>>) =>
    run('caddy', ['adapt', '--validate', '--adapter', 'caddyfile', '--config', file], env);
  const { MAILROOM_HOST: _, ...environment } = serviceOf('proxy').environment;
  const dials = (json: string) =>
    [...new Set([...json.matchAll(/"dial":"([^"]+)"/g)].map(([, dial]) => dial))].sort();
  const inCompose = adapt({ ...environment, MAILROOM_HOST: 'console.example.com' });
  expect(dials(inCompose)).toEqual(CONSOLES.map((name) => `${name}:3000`));
  expect(inCompose).toContain('"console.example.com"');
  expect(dials(adapt({}))).toEqual(['10.0.0.11:3000', '10.0.0.12:3000']);
});

it('Git and the image build leave out files that contain secrets', () => {
  const ignored = run('git', ['-C', root, 'check-ignore', '.env', 'mailroom.env', '.env.local']);
  expect(ignored.trim().split('\n')).toEqual(['.env', 'mailroom.env', '.env.local']);
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  expect(patterns.filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['*', '!dist/*.tar.gz']);
});

it('compose.yaml and the Containerfile set only settings that exist', () => {
  const container = readFileSync(join(root, 'Containerfile'), 'utf8');
  const names = [
    ...Object.keys(serviceOf('console-1').environment),
    ...[...(/^ENV (.+)$/m.exec(container)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
  ];
  expect(names).toHaveLength(7);
  expect(names.filter((name) => !((name ?? '') in SETTING_SHAPES))).toEqual([]);
});
