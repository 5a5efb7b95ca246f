/** Limits how much CPU time a process gets, with a Linux control group (cgroup v1). */
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CPU_GROUPS = '/sys/fs/cgroup/cpu';
/** With short periods, a process that has used up its share doesn't have to wait long. */
const PERIOD_US = 20_000;

export interface CpuQuota {
  /** Deletes the group. The process must have ended. */
  remove(): Promise<void>;
}

/**
 * Limits the combined CPU time of all of a process's threads.
 * @param cores the number of cores, such as 0.5
 * @returns undefined if this user can't create control groups, or if the kernel has only cgroup v2
 */
export async function limitCpu(pid: number | undefined, cores: number): Promise<CpuQuota | undefined> {
  if (pid === undefined) throw new Error('The process isn’t running.');
  const group = join(CPU_GROUPS, `mailroom-bench-${pid}`);
  try {
    await mkdir(group);
  } catch {
    return undefined;
  }
  await writeFile(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
  await writeFile(join(group, 'cpu.cfs_quota_us'), String(Math.round(PERIOD_US * cores)));
  await writeFile(join(group, 'cgroup.procs'), String(pid));
  return { remove: () => rmdir(group) };
}
