/** Starts the process that simulates members, and summarizes its measurements. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Options for one run of simulated members. */
export interface LoadOptions {
  /** The addresses of the consoles. Members are distributed evenly. */
  readonly urls: readonly string[];
  /** The consoles' public origin. */
  readonly origin: string;
  /** The Cookie header of each member. */
  readonly members: readonly string[];
  /** The ids of the campaigns that members open. */
  readonly campaigns: readonly number[];
  /** How long the members use the consoles. */
  readonly ms: number;
  /** How long a member looks at a page on average. Pauses vary at random. */
  readonly thinkMs: number;
  /** A pause of constant length after each page. */
  readonly pauseMs: number;
}

export interface LoadResult {
  /** The durations of the successful requests of each kind, in milliseconds. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  /** One message per failed request. */
  readonly failures: readonly string[];
  /** The CPU time of the simulation itself. */
  readonly cpuMs: number;
}

export interface LoadGenerator {
  run(options: LoadOptions): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startLoadGenerator(): LoadGenerator {
  // The generator imports no server code, so it doesn't need this process's import conditions.
  const child = fork(join(import.meta.dirname, 'member-simulator.ts'), { execArgv: [] });
  const exit = once(child, 'exit');
  return {
    async run(options) {
      child.send(options);
      const ended = exit.then(([code]) => {
        throw new Error(`The load generator ended with exit code ${code}.`);
      });
      const [result] = await Promise.race([once(child, 'message'), ended]);
      return result as LoadResult;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exit;
    },
  };
}

/** Kinds of requests that don't open a page. */
const NOT_A_PAGE = /^status$|, refreshed$|^save title$/;

/** Returns the durations of all requests that open a page. */
export const pageTimes = ({ times }: LoadResult): readonly number[] =>
  Object.entries(times).flatMap(([kind, each]) => (NOT_A_PAGE.test(kind) ? [] : each));

export const countRequests = ({ times }: LoadResult): number =>
  Object.values(times).reduce((sum, each) => sum + each.length, 0);
