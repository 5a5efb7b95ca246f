/**
 * Starts real proxies with the configuration files in `deploy`, and replaces only addresses and paths in
 * them.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommand } from '#scripts/debian-programs.ts';
import { freePort } from '#scripts/ports.ts';
import { isResponding, type Program, root, waitUntilReady } from '#scripts/program.ts';
import { startCommand } from '../../browsers/engine.ts';
import { type Certificate, createCertificate } from './certificate.ts';

const READY_TIMEOUT_MS = 30_000;

export interface Proxy {
  /** The public origin, with https. */
  readonly url: string;
  readonly httpUrl: string;
  /** The proxy's certificate, which clients must trust. */
  readonly certificate: string;
  /** All lines that the proxy has printed, including its error log. */
  readonly printed: readonly string[];
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export type ProxyName = keyof typeof proxies;

interface ProxyPorts {
  readonly http: number;
  readonly https: number;
  readonly consoles: readonly number[];
}

interface ProxyKind {
  readonly program: string;
  /** The file in `deploy`. */
  readonly file: string;
  readonly args: (file: string, folder: string) => readonly string[];
  /** Turns the file into a complete configuration. */
  readonly wrap?: (text: string) => string;
  /** The texts to replace, each of which must be in the file. */
  readonly replacements: (
    ports: ProxyPorts,
    certificate: Certificate,
  ) => readonly (readonly [string, string])[];
}

/** The parts of the Caddyfile that the environment can replace. */
const CADDY_HOST = '{$MAILROOM_HOST:mailroom.example.com}';
const CADDY_CONSOLES = ['{$CONSOLE_1:10.0.0.11:3000}', '{$CONSOLE_2:10.0.0.12:3000}'];

const proxies = {
  haproxy: {
    program: 'haproxy',
    file: 'haproxy.cfg',
    args: (file) => ['-db', '-f', file],
    replacements: ({ http, https, consoles }, { combinedFile }) => [
      ['0.0.0.0:80', `127.0.0.1:${http}`],
      ['0.0.0.0:443', `127.0.0.1:${https}`],
      ['/etc/haproxy/mailroom.pem', combinedFile],
      [
        '  server console1 10.0.0.11:3000\n  server console2 10.0.0.12:3000\n',
        consoles.map((port, i) => `  server console${i + 1} 127.0.0.1:${port}\n`).join(''),
      ],
      [
        '  server console1 10.0.0.11:3000 track consoles/console1\n  server console2 10.0.0.12:3000 track consoles/console2\n',
        consoles
          .map((port, i) => `  server console${i + 1} 127.0.0.1:${port} track consoles/console${i + 1}\n`)
          .join(''),
      ],
    ],
  },
  nginx: {
    program: 'nginx',
    file: 'nginx.conf',
    // The file in `deploy` is a part of nginx's configuration.
    args: (file, folder) => ['-p', folder, '-c', file, '-e', 'stderr'],
    wrap: (text) => `daemon off;
pid nginx.pid;
events {}
http {
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join('\n')}
${text}
}
`,
    replacements: ({ http, https, consoles }, { certificateFile, keyFile }) => [
      ['0.0.0.0:80', `127.0.0.1:${http}`],
      ['0.0.0.0:443', `127.0.0.1:${https}`],
      ['/etc/ssl/mailroom.pem', certificateFile],
      ['/etc/ssl/mailroom-key.pem', keyFile],
      ['mailroom.example.com', 'localhost'],
      ['/var/log/nginx/mailroom.log', 'stderr'],
      [
        '  server 10.0.0.11:3000 max_fails=1 fail_timeout=2s;\n  server 10.0.0.12:3000 max_fails=1 fail_timeout=2s;\n',
        consoles.map((port) => `  server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;\n`).join(''),
      ],
    ],
  },
  caddy: {
    program: 'caddy',
    file: 'Caddyfile',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    replacements: ({ http, https, consoles }, { certificateFile, keyFile }) => {
      const addresses = consoles.map((port) => `127.0.0.1:${port}`);
      return [
        ['admin off', 'admin off\n\tauto_https off'],
        [`http://${CADDY_HOST} {`, `http://localhost:${http} {\n\tbind 127.0.0.1`],
        [
          `\n${CADDY_HOST} {`,
          `\nhttps://localhost:${https} {\n\tbind 127.0.0.1\n\ttls ${certificateFile} ${keyFile}`,
        ],
        [CADDY_CONSOLES.join(' '), addresses.join(' ')],
        [CADDY_CONSOLES.toReversed().join(' '), addresses.toReversed().join(' ')],
      ];
    },
  },
} satisfies Readonly<Record<string, ProxyKind>>;

/**
 * Chooses the proxy's ports and writes its configuration. The consoles' settings contain the proxy's origin, so the
 * proxy is started later.
 * @param consoles the consoles' ports
 */
export async function prepareProxy(name: ProxyName, consoles: readonly number[]): Promise<Proxy> {
  const { program, file, args, wrap = (text) => text, replacements }: ProxyKind = proxies[name];
  const path = findCommand(program);
  if (path === undefined) throw new Error(`${program} isn’t installed.`);
  const folder = await mkdtemp(join(tmpdir(), `mailroom-${name}-`));
  const certificate = await createCertificate(folder);
  const ports = { http: await freePort(), https: await freePort(), consoles };
  let text = await readFile(join(root, 'deploy', file), 'utf8');
  for (const [from, to] of replacements(ports, certificate)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} doesn’t contain “${from}”.`);
    text = text.replaceAll(from, to);
  }
  const ownFile = join(folder, file);
  await writeFile(ownFile, wrap(text));
  let running: Program | undefined;
  const printed: string[] = [];
  return {
    url: `https://localhost:${ports.https}`,
    httpUrl: `http://localhost:${ports.http}`,
    certificate: certificate.pem,
    printed,
    async start() {
      running = startCommand(path, args(ownFile, folder), { onLine: (line) => printed.push(line) });
      const isReady = () => isResponding(`http://127.0.0.1:${ports.http}/`);
      await waitUntilReady(running, isReady, READY_TIMEOUT_MS);
    },
    stop: async () => {
      await running?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
