/**
 * Starts the servers that benchmarks compare: the console, the stand-in for the mail service, and the bare
 * Next app.
 */
import type { Role } from '#lib/domain/permissions.ts';
import { ensureBuild } from '#scripts/build.ts';
import { signInAt } from '../operations/support/cluster.ts';
import { type RunningConsole, startTestConsole } from '../support/console.ts';
import { startBareApp } from './bare-app.ts';
import { type DelayedService, startDelayedService } from './delayed-service.ts';
import { createMeter, type MeasuredServer } from './meter.ts';

export interface BenchServers {
  readonly console: MeasuredServer & { readonly program: RunningConsole };
  readonly bare: MeasuredServer;
  readonly service: DelayedService;
  /** Signs in to the console. @returns the value of the Cookie header */
  signIn(role: Role): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts production builds, and builds them first if necessary.
 * @param options `settings` are the console's settings; `campaigns` and `serviceArgs` are options of the
 *   embedded service
 * @throws if a build fails
 */
export async function startBenchServers({
  settings = {},
  campaigns = 2,
  serviceArgs,
}: {
  settings?: Readonly<Record<string, string>>;
  campaigns?: number;
  serviceArgs?: readonly string[];
} = {}): Promise<BenchServers> {
  if (!(await ensureBuild())) throw new Error('The console couldn’t be built.');
  const bare = await startBareApp();
  const service = await startDelayedService({ campaigns, ...(serviceArgs && { args: serviceArgs }) });
  const meter = await createMeter();
  const program = await startTestConsole(service, { ...settings, ...meter.env });
  return {
    console: { url: program.url, meter, program },
    bare,
    service,
    signIn: (role) => signInAt(program.url, role),
    async close() {
      await Promise.all([program.remove(), bare.stop()]);
      await meter.remove();
      await service.remove();
    },
  };
}
