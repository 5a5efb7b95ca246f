/** Reads from /proc how much memory and CPU time processes use. */
import { readdir, readFile } from 'node:fs/promises';

/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10;

/**
 * Returns a process's memory in MiB: all of it, and without the share that other processes use too (RSS and PSS).
 */
export async function readMemory(pid: number): Promise<{ readonly rss: number; readonly pss: number }> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1_024;
  return { rss: mebibytes('Rss'), pss: mebibytes('Pss') };
}

interface Stat {
  readonly parent: number;
  /** The CPU time of the process itself. */
  readonly ownMs: number;
  /** The CPU time of the process's children that have ended. */
  readonly endedMs: number;
}

/** @returns undefined if the process has ended */
async function readStat(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The process's name, in parentheses, can contain spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  return { parent, ownMs: (user + system) * MS_PER_TICK, endedMs: (endedUser + endedSystem) * MS_PER_TICK };
}

/** Returns the CPU time in milliseconds that a process and its children have used so far. */
export async function readFamilyCpuMs(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(async (each) => [each, await readStat(each)] as const));
  return stats.reduce((sum, [each, stat]) => {
    if (!stat) return sum;
    if (each === pid) return sum + stat.ownMs + stat.endedMs;
    return stat.parent === pid ? sum + stat.ownMs : sum;
  }, 0);
}
