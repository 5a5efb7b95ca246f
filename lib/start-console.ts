import 'server-only';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { startReconciler } from '#lib/attempts/reconcile.ts';
import { createSetupLink } from '#lib/auth/invitation-link.ts';
import { startResealing } from '#lib/auth/reseal.ts';
import { startCleanup } from '#lib/background/cleanup.ts';
import { startBackups } from '#lib/backup/start.ts';
import { errorLine } from '#lib/database/error-report.ts';
import type { Database } from '#lib/database/open.ts';
import { describeOpenFailure } from '#lib/database/open-failure.ts';
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { SETUP_LINK_HOURS } from '#lib/domain/invitation.ts';
import { startOutbox } from '#lib/email/outbox.ts';
import { EnvError, env, isDevelopment } from '#lib/env/env.ts';
import { isProxyPath } from '#lib/http/proxy-path.ts';
import { preserveRawRequests } from '#lib/http/raw-request.ts';
import { serveCompressedFiles } from '#lib/incoming/compressed-files.ts';
import { holdRequests } from '#lib/incoming/hold-requests.ts';
import { ignoreUpgrades } from '#lib/incoming/upgrades.ts';
import { allRecorded, startLearning } from '#lib/index/learn.ts';
import { startIndexSync } from '#lib/index/sync.ts';
import { startJobs } from '#lib/jobs/worker.ts';
import { startCampaignWatch } from '#lib/notifications/campaign-watch.ts';
import { startKeyWatch } from '#lib/notifications/key-watch.ts';
import { startRunScheduler } from '#lib/payment-runs/rounds.ts';
import { runBeforeExit } from '#lib/runtime/unfinished-work.ts';
import { closeStore, store } from '#lib/store/open.ts';
import { logConsoleOutput } from './log-errors.ts';

/** Startup failed for a reason other than the settings or the database. The message says what to check. */
class StartError extends Error {}

/**
 * Checks the settings, opens the database, and starts the background work. The background work settles unknown attempts,
 * keeps the campaign index current, works through bulk jobs, schedules the campaigns of payment runs, queues and sends
 * notifications, and deletes old data. If startup fails, prints the reason and ends the process. In development, Next
 * starts more than once, so the database is opened only on first use.
 */
export async function startConsole(): Promise<void> {
  try {
    const { maxLargeRequests } = env();
    ignoreUpgrades();
    preserveRawRequests();
    serveCompressedFiles();
    holdRequests({ isFromMember, maxLargeRequests, findHandler });
    startLearning();
    if (isDevelopment) return;
    createOnlyPrivateFiles();
    await startMonitoring();
    await printSetupLink(await store());
    runBeforeExit(closeStore);
    runBeforeExit(allRecorded);
    startReconciler(store);
    startIndexSync(store);
    startJobs(store);
    startRunScheduler(store);
    startOutbox(store);
    startCampaignWatch(store);
    startKeyWatch(store);
    startCleanup(store);
    startResealing(store);
    runBeforeExit(await startBackups());
    logConsoleOutput();
  } catch (error) {
    process.stderr.write(`${describeStartFailure(error)}\n`);
    process.exit(1);
  }
}

/** Imports the module on first use, because only Next can load it, and Next has started by then. */
async function isFromMember(headers: Pick<Headers, 'get'>): Promise<boolean> {
  const requestMember = await import('#lib/auth/request-member.ts');
  return requestMember.isFromMember(headers);
}

/** Requests to the proxy don't need Next. As in `isFromMember`, the module is imported on first use. */
const findHandler = (path: string): RequestListener | undefined =>
  isProxyPath(path) ? serveProxyLater : undefined;

async function serveProxyLater(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { serveProxy } = await import('#lib/proxy/serve.ts');
  serveProxy(request, response);
}

/** Starts metrics and tracing, if the settings turn them on. Their code is loaded only then. */
async function startMonitoring(): Promise<void> {
  const { metrics, tracing } = env();
  if (metrics) {
    const { startMetricsServer } = await import('#lib/monitoring/server.ts');
    await startMetricsServer(metrics.host, metrics.port).catch(({ code }: NodeJS.ErrnoException) => {
      throw new StartError(
        `Mailroom can’t serve metrics on ${metrics.host}, port ${metrics.port} (${code}). Check METRICS_HOST and METRICS_PORT.`,
      );
    });
  }
  if (tracing) {
    const { startTracing } = await import('#lib/monitoring/tracing.ts');
    startTracing(tracing);
  }
}

/** Prints the setup link to standard output instead of logging it, because the link grants access. */
async function printSetupLink(db: Database): Promise<void> {
  const link = env().passwordSignIn ? await createSetupLink(db) : null;
  if (link === null) return;
  process.stdout.write(
    `Mailroom has no admin yet. The first person to open this link within ${SETUP_LINK_HOURS} hours becomes the admin:\n  ${link}\n`,
  );
}

function describeStartFailure(error: unknown): string {
  if (error instanceof EnvError || error instanceof StartError) return error.message;
  return describeOpenFailure(error) ?? errorLine('Mailroom can’t start.', error);
}
