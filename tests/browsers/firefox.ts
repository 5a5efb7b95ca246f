/** Controls Firefox over WebDriver BiDi. Firefox has BiDi built in, so no driver program is necessary. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommand } from '#scripts/debian-programs.ts';
import { waitUntilReady } from '#scripts/program.ts';
import { type BrowserEngine, type BrowserSession, START_TIMEOUT_MS, startCommand } from './engine.ts';

const findFirefox = () => findCommand('firefox-esr', 'firefox');

const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  // The prompt to save the password would cover the page.
  'signon.rememberSignons': false,
};

export const firefox: BrowserEngine = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  isInstalled: () => findFirefox() !== undefined,
  open: openFirefox,
};

async function openFirefox(): Promise<BrowserSession> {
  const profile = await mkdtemp(join(tmpdir(), 'mailroom-firefox-'));
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), preferences.join(''));

  let endpoint: string | undefined;
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const program = startCommand(findFirefox() ?? '', args, {
    onLine(line) {
      endpoint ??= /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    },
  });
  async function end(): Promise<void> {
    await program.stop();
    await rm(profile, { recursive: true, force: true });
  }

  try {
    await waitUntilReady(program, () => endpoint !== undefined, START_TIMEOUT_MS);
    const connection = await connectBidi(`${endpoint}/session`);
    await connection.send('session.new', { capabilities: {} });
    const { contexts } = await connection.send<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
      {},
    );
    const context = contexts[0]?.context ?? '';
    await connection.send('browsingContext.setViewport', {
      context,
      viewport: { width: 1280, height: 900 },
    });
    return createSession(connection, context, end);
  } catch (error) {
    await end();
    throw error;
  }
}

function createSession(
  connection: BidiConnection,
  context: string,
  end: () => Promise<void>,
): BrowserSession {
  return {
    async navigate(url) {
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(pageFunction, ...args) {
      const { result, exceptionDetails } = await connection.send<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>('script.callFunction', {
        functionDeclaration: `(json) => JSON.stringify((${pageFunction})(...JSON.parse(json)) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? 'null');
    },
    async perform(sources) {
      await connection.send('input.performActions', { context, actions: sources });
    },
    async takeScreenshot() {
      const { data } = await connection.send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
    async close() {
      connection.close();
      await end();
    },
  };
}

interface BidiConnection {
  /** Sends a command and returns the command's result. */
  send<Result>(method: string, params: unknown): Promise<Result>;
  close(): void;
}

async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url);
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;

  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data));
    const command = pending.get(id);
    pending.delete(id);
    if (type === 'success') command?.resolve(result);
    else command?.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener('close', () => {
    for (const command of pending.values()) command.reject(new Error('Firefox closed the connection.'));
    pending.clear();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`Firefox doesn’t respond at ${url}.`)), {
      once: true,
    });
  });

  return {
    send<Result>(method: string, params: unknown) {
      const command = Promise.withResolvers<unknown>();
      lastId += 1;
      pending.set(lastId, command);
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return command.promise as Promise<Result>;
    },
    close: () => socket.close(),
  };
}
