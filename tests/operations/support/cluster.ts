/** Starts several consoles on one PostgreSQL database, behind a proxy, with the embedded mail service. */
import { Agent, fetch } from 'undici';
import type { Role } from '#lib/domain/permissions.ts';
import { freePort } from '#scripts/ports.ts';
import { memberEmail, type RunningConsole, startTestConsole, TEST_PASSWORD } from '../../support/console.ts';
import { startPostgres } from '../../support/postgres.ts';
import { type RunningService, startTestService } from '../../support/service.ts';
import { type ProxyName, prepareProxy } from './proxies.ts';

export interface Cluster {
  readonly service: RunningService;
  readonly consoles: readonly RunningConsole[];
  readonly databaseUrl: string;
  /** The consoles' public origin, which is the proxy's origin. */
  readonly url: string;
  /** The origin of the proxy's http port. */
  readonly httpUrl: string;
  /** The proxy's certificate in PEM format. */
  readonly certificate: string;
  /** All lines that the proxy has printed. */
  readonly proxyLog: readonly string[];
  /** Sends requests through the proxy, over connections that stay open. */
  readonly dispatcher: Agent;
  /** Signs in through the proxy. @returns the value of the Cookie header */
  signIn(role: Role): Promise<string>;
  /** Returns a page's HTML as an admin sees it. */
  readPage(path: string): Promise<string>;
  close(): Promise<void>;
}

export interface ClusterOptions {
  readonly consoles?: number;
  readonly proxy?: ProxyName;
  /** Settings that override the default settings of test consoles. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { consoles: count = 3, proxy: proxyName = 'haproxy', settings = {} } = options;
  const ports: number[] = [];
  for (let i = 0; i < count; i++) ports.push(await freePort());
  const [postgres, service, proxy] = await Promise.all([
    startPostgres(),
    startTestService({ campaigns: 40, args: ['--no-render', '--monthly-invoice'] }),
    prepareProxy(proxyName, ports),
  ]);
  const shared = {
    DATABASE_URL: postgres.url,
    NEXTAUTH_SECRET: `canary-${crypto.randomUUID()}-shared`,
    NEXTAUTH_URL: proxy.url,
    DIRECTMAIL_MONTHLY_INVOICE: 'true',
    ...settings,
  };
  const consoles: RunningConsole[] = [];
  for (const port of ports) consoles.push(await startTestConsole(service, { ...shared, PORT: String(port) }));
  await proxy.start();
  const dispatcher = new Agent({ connect: { ca: proxy.certificate } });
  let adminCookie: string | undefined;
  return {
    service,
    consoles,
    databaseUrl: postgres.url,
    url: proxy.url,
    httpUrl: proxy.httpUrl,
    certificate: proxy.certificate,
    proxyLog: proxy.printed,
    dispatcher,
    signIn: (role) => signInAt(proxy.url, role, dispatcher),
    async readPage(path) {
      adminCookie ??= await signInAt(proxy.url, 'admin', dispatcher);
      const cookie = adminCookie;
      return (await fetch(proxy.url + path, { dispatcher, headers: { cookie } })).text();
    },
    async close() {
      await dispatcher.destroy();
      await proxy.stop();
      await Promise.all(consoles.map((mailroom) => mailroom.remove()));
      await Promise.all([service.remove(), postgres.stop()]);
    },
  };
}

/** Signs in at a console or a proxy. @returns the value of the Cookie header */
export async function signInAt(url: string, role: Role, dispatcher = new Agent()): Promise<string> {
  const csrf = await fetch(`${url}/api/auth/csrf`, { dispatcher });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const response = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    dispatcher,
    headers: { cookie: cookiesOf(csrf.headers.getSetCookie()), origin: url },
    body: new URLSearchParams({ csrfToken, email: memberEmail(role), password: TEST_PASSWORD, json: 'true' }),
  });
  await response.text();
  const session = response.headers.getSetCookie().filter((cookie) => /session-token=[^;]/.test(cookie));
  if (session.length !== 1) throw new Error(`Signing in as ${role} failed with status ${response.status}.`);
  return cookiesOf(session);
}

const cookiesOf = (setCookies: readonly string[]): string =>
  setCookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
