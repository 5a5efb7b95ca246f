/**
 * Controls WebKitGTK's MiniBrowser over WebDriver. WebKitGTK has no headless mode, so the browser runs on a
 * virtual display.
 */
import { findCommand } from '#scripts/debian-programs.ts';
import { freePort } from '#scripts/ports.ts';
import { isResponding, waitUntilReady } from '#scripts/program.ts';
import { type BrowserEngine, type BrowserSession, START_TIMEOUT_MS, startCommand } from './engine.ts';

const findDriver = () => findCommand('WebKitWebDriver');
const findDisplayServer = () => findCommand('Xvfb');

export const webkitgtk: BrowserEngine = {
  name: 'WebKitGTK',
  packages: ['webkit2gtk-driver', 'xvfb'],
  isInstalled: () => findDriver() !== undefined && findDisplayServer() !== undefined,
  open: openWebKitGtk,
};

async function openWebKitGtk(): Promise<BrowserSession> {
  let displayNumber: string | undefined;
  const displayArgs = ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'];
  const display = startCommand(findDisplayServer() ?? '', displayArgs, {
    onLine(line, from) {
      if (from === 'stdout') displayNumber ??= line;
    },
  });
  try {
    await waitUntilReady(display, () => displayNumber !== undefined, START_TIMEOUT_MS);
    return await startSession(`:${displayNumber}`, () => display.stop());
  } catch (error) {
    await display.stop();
    throw error;
  }
}

/** Starts the driver, which starts the browser. @param onClose called when the session is closed */
async function startSession(display: string, onClose: () => Promise<void>): Promise<BrowserSession> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const driver = startCommand(findDriver() ?? '', [`--port=${port}`], {
    env: { DISPLAY: display, GDK_BACKEND: 'x11' },
  });
  try {
    await waitUntilReady(driver, () => isResponding(`${url}/status`), START_TIMEOUT_MS);
    const { sessionId } = await sendCommand<{ sessionId: string }>('POST', `${url}/session`, {
      capabilities: {},
    });
    return createSession(`${url}/session/${sessionId}`, async () => {
      await driver.stop();
      await onClose();
    });
  } catch (error) {
    await driver.stop();
    throw error;
  }
}

function createSession(url: string, end: () => Promise<void>): BrowserSession {
  return {
    async navigate(pageUrl) {
      await sendCommand('POST', `${url}/url`, { url: pageUrl });
    },
    async evaluate(pageFunction, ...args) {
      const script = `return JSON.stringify((${pageFunction})(...JSON.parse(arguments[0])) ?? null)`;
      return JSON.parse(
        await sendCommand<string>('POST', `${url}/execute/sync`, { script, args: [JSON.stringify(args)] }),
      );
    },
    async perform(sources) {
      await sendCommand('POST', `${url}/actions`, { actions: sources });
    },
    async takeScreenshot() {
      return Buffer.from(await sendCommand<string>('GET', `${url}/screenshot`), 'base64');
    },
    async close() {
      try {
        await sendCommand('DELETE', url);
      } finally {
        await end();
      }
    },
  };
}

/** Sends a WebDriver command and returns the command's result. */
async function sendCommand<Result>(method: string, url: string, body?: unknown): Promise<Result> {
  const response = await fetch(url, { method, body: body === undefined ? null : JSON.stringify(body) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) {
    const { error, message } = Object(value);
    throw new Error(`${error}: ${message}`);
  }
  return value as Result;
}
