/**
 * Defines the interface through which the main workflow's tests control a browser. Also provides a helper that starts
 * the browser's programs.
 */
import { join } from 'node:path';
import { type Program, type StartOptions, startProgram } from '#scripts/program.ts';

/** A sequence of keyboard or mouse actions, as defined by the WebDriver standard. */
interface InputSource {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

/** A browser window with its own cookies. */
export interface BrowserSession {
  /** Opens a URL and waits until the page is loaded. */
  navigate(url: string): Promise<void>;
  /**
   * Calls a function in the page. The function can't use anything outside its own body. The arguments and the
   * result are sent as JSON.
   */
  evaluate<Args extends readonly unknown[], Result>(
    pageFunction: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** Returns a PNG image of the window's content. */
  takeScreenshot(): Promise<Buffer>;
  /** Closes the window and ends the browser's processes. */
  close(): Promise<void>;
}

export interface BrowserEngine {
  readonly name: string;
  /** The Debian packages that contain the browser. */
  readonly packages: readonly string[];
  isInstalled(): boolean;
  /** Starts the browser with a new profile. */
  open(): Promise<BrowserSession>;
}

export const START_TIMEOUT_MS = 60_000;

const RUN_COMMAND = join(import.meta.dirname, 'run-command.ts');

/** The same time zone and language as in the other browser tests. */
const BROWSER_ENV = { TZ: 'America/New_York', LANG: 'C.UTF-8', LANGUAGE: 'en_US' };

/** Starts a program. When this process ends, the program and all processes that it started end, too. */
export function startCommand(
  command: string,
  args: readonly string[],
  { env = {}, ...options }: StartOptions = {},
): Program {
  return startProgram([RUN_COMMAND, command, ...args], { env: { ...BROWSER_ENV, ...env }, ...options });
}
