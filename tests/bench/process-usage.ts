/** Reads from /proc how much memory and CPU time processes use. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10;

/** A process's ID. Undefined if the process hasn't started. */
type Pid = number | undefined;

/**
 * Returns a process's memory in MiB: RSS counts shared memory in full, whereas PSS counts only the process's
 * share of it.
 * @throws if the process isn't running
 */
export function readMemory(pid: Pid): { readonly rss: number; readonly pss: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1_024;
  return { rss: mebibytes('Rss'), pss: mebibytes('Pss') };
}

interface Stat {
  readonly parent: number;
  /** The CPU time of the process itself, in milliseconds. */
  readonly ownMs: number;
  /** The CPU time of the process's children that have ended, in milliseconds. */
  readonly endedMs: number;
}

function readStat(pid: Pid): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process's name, in parentheses, can contain spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  return { parent, ownMs: (user + system) * MS_PER_TICK, endedMs: (endedUser + endedSystem) * MS_PER_TICK };
}

/**
 * Returns the CPU time of a process so far, in milliseconds.
 * @throws if the process isn't running
 */
export const readCpuMs = (pid: Pid): number => readStat(pid).ownMs;

/**
 * Returns the CPU time of a process, its running children, and its ended children, in milliseconds.
 * @throws if the process isn't running
 */
export function readCpuWithChildrenMs(pid: number): number {
  const { ownMs, endedMs } = readStat(pid);
  const children = listProcesses().filter(({ parent }) => parent === pid);
  return children.reduce((sum, child) => sum + child.ownMs, ownMs + endedMs);
}

function listProcesses(): readonly Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readStat(Number(name))];
      } catch {
        // The process has ended in the meantime.
        return [];
      }
    });
}
