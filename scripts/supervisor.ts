import { type Program, startProgram, waitUntilReady } from './program.ts';

export interface SupervisedProcess {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly ready: () => Promise<boolean>;
  /** Whether to print all of the program's output, instead of only its errors. */
  readonly printsAll?: () => boolean;
}

const READY_WITHIN_MS = 120_000;
/** If a program exits this many times within ENDS_WINDOW_MS, the supervisor gives up. */
const MAX_ENDS = 5;
const ENDS_WINDOW_MS = 60_000;

/** Restarts child programs that exit unexpectedly. Gives up if a program exits too often. */
export class Supervisor {
  readonly #running = new Map<string, Program>();
  readonly #giveUp: (sentence: string) => void;
  #stopping = false;

  /** @param giveUp called with a message for the user if a program exits too often */
  constructor(giveUp: (sentence: string) => void) {
    this.#giveUp = giveUp;
  }

  /** Starts a program and resolves when it is ready. @throws NotReady */
  async run(supervised: SupervisedProcess): Promise<void> {
    await waitUntilReady(this.#start(supervised, []), supervised.ready, READY_WITHIN_MS);
  }

  async stopAll(): Promise<void> {
    this.#stopping = true;
    // Each program can depend on the programs started before it, so stop the programs in reverse order.
    for (const program of [...this.#running.values()].reverse()) await program.stop();
  }

  #start(supervised: SupervisedProcess, earlierEnds: readonly number[]): Program {
    const onLine = (line: string, from: string) => {
      if (from === 'stderr') console.error(`[${supervised.name}] ${line}`);
      else if (supervised.printsAll?.()) console.log(line);
    };
    const program = startProgram(supervised.args, { env: supervised.env, onLine });
    this.#running.set(supervised.name, program);
    program.ended.then((ending) => {
      if (this.#stopping) return;
      const ends = [...earlierEnds, Date.now()].filter((at) => at > Date.now() - ENDS_WINDOW_MS);
      if (ends.length >= MAX_ENDS) return this.#giveUp(`The ${supervised.name} keeps stopping (${ending}).`);
      console.error(`The ${supervised.name} stopped (${ending}). Restarting it. Its stored data is kept.`);
      this.#start(supervised, ends);
    });
    return program;
  }
}
