/**
 * Measures the CPU time of a server process. The process loads meter-preload.ts, which responds on a Unix socket, because
 * the times in /proc are too coarse.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Meter {
  /** Environment variables that the server must be started with. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Returns the CPU time in milliseconds that all threads of the process have used so far, in user mode and in the
   * kernel. PGlite runs on the main thread.
   */
  readCpuMs(): Promise<number>;
  /** Starts a CPU profile. */
  startProfile(): Promise<void>;
  /** Stops the CPU profile, and writes it to the file. */
  stopProfile(file: string): Promise<void>;
  remove(): Promise<void>;
}

/** A server that is ready for requests. */
export interface MeasuredServer {
  readonly url: string;
  readonly meter: Meter;
}

export async function createMeter(): Promise<Meter> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-meter-'));
  const socket = join(folder, 'meter.sock');
  const send = async (command: string): Promise<string> => {
    const connection = connect(socket);
    connection.end(command);
    return text(connection);
  };
  return {
    env: {
      NODE_OPTIONS: `--import "${join(import.meta.dirname, 'meter-preload.ts')}"`,
      BENCH_METER: socket,
    },
    readCpuMs: async () => Number(await send('cpu')),
    startProfile: async () => void (await send('start-profile')),
    stopProfile: async (file) => void (await send(`stop-profile ${file}`)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
