import 'server-only';
import pino from 'pino';
import { reportError } from '#lib/database/error-report.ts';
import { env } from '#lib/env/env.ts';
import { countMetric } from '#lib/metrics/record.ts';
import { logDestination } from '#lib/runtime/pretty-log.ts';
import { currentRequestId } from '#lib/runtime/request-context.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { currentTraceParent } from '#lib/tracing/spans.ts';

/**
 * Fields that are redacted from log lines, up to two levels deep. The redaction is only a safeguard, because
 * no code should log these fields.
 */
const REDACTED = ['authorization', 'cookie', 'source', 'password'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

/** Returns the ids of the request and its trace, to add to every line that is logged while the request is handled. */
function requestFields(): { request?: string; trace?: string } {
  const request = currentRequestId();
  const trace = currentTraceParent()?.split('-')[1];
  return { ...(request !== undefined && { request }), ...(trace !== undefined && { trace }) };
}

/** Counts warnings and errors for the metrics. */
function countLine(this: pino.Logger, parts: Parameters<pino.LogFn>, write: pino.LogFn, level: number): void {
  const name = this.levels.labels[level];
  if (name === 'warn' || name === 'error') countMetric('mailroom_log_lines_total', { level: name });
  write.apply(this, parts);
}

/** @param destination the output stream, or standard output by default */
export const createLog = (level: string, destination?: pino.DestinationStream): pino.Logger =>
  pino(
    {
      level,
      redact: REDACTED,
      serializers: { err: reportError },
      mixin: requestFields,
      hooks: { logMethod: countLine },
    },
    destination,
  );

/**
 * Returns the operators' log. Log facts such as the operation, status, and duration. Never log bodies,
 * headers, or email addresses. Log errors in the field `err`, which includes an error's causes but not query
 * parameters.
 */
export const log = (): pino.Logger =>
  singleton('log', () => createLog(env().logLevel, logDestination(env().logFormat)));
