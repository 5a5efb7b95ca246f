import { type Program, startProgram, waitUntilReady } from './program.ts';

export interface SupervisedProcess {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly ready: () => Promise<boolean>;
}

const READY_WITHIN_MS = 120_000;
const PATIENCE = { ends: 5, withinMs: 60_000 };

/** Keeps programs running: one that ends by itself is started again, unless it does nothing but end. */
export class Supervisor {
  readonly #running = new Map<string, Program>();
  readonly #giveUp: (sentence: string) => void;
  #stopping = false;

  /** @param giveUp is told when a program can't be kept running */
  constructor(giveUp: (sentence: string) => void) {
    this.#giveUp = giveUp;
  }

  /** Resolves when it is ready for the first time. @throws NotReady */
  async run(kept: SupervisedProcess): Promise<void> {
    await waitUntilReady(this.#start(kept, []), kept.ready, READY_WITHIN_MS);
  }

  async stopAll(): Promise<void> {
    this.#stopping = true;
    // The last one started needs the others, so it goes first.
    for (const program of [...this.#running.values()].reverse()) await program.stop();
  }

  #start(kept: SupervisedProcess, endsBefore: readonly number[]): Program {
    const onLine = (line: string, from: string) =>
      from === 'stderr' && console.error(`[${kept.name}] ${line}`);
    const program = startProgram(kept.args, { env: kept.env, onLine });
    this.#running.set(kept.name, program);
    program.ended.then((how) => {
      if (this.#stopping) return;
      const ends = [...endsBefore, Date.now()].filter((at) => at > Date.now() - PATIENCE.withinMs);
      if (ends.length >= PATIENCE.ends) return this.#giveUp(`The ${kept.name} keeps stopping (${how}).`);
      console.error(`The ${kept.name} stopped (${how}). Restarting it. Its stored data is kept.`);
      this.#start(kept, ends);
    });
    return program;
  }
}
