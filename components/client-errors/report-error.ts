/** The maximum number of reports from one page. A repeated error is reported only once. */
const MAX_REPORTS = 5;
const MAX_MESSAGE_LENGTH = 500;
const MAX_STACK_LENGTH = 4_000;
/** The path of the build's scripts. Other scripts, such as those of browser extensions, aren't reported. */
const OWN_SCRIPTS = '/_next/static/';

const reported = new Set<string>();

/**
 * Reports an error in the page's script to the console's log. Errors from the server have a digest and are
 * already in the log.
 */
export function reportClientError(error: unknown): void {
  if (!(error instanceof Error) || 'digest' in error || error.name === 'AbortError') return;
  const { name, message, stack = '' } = error;
  const key = `${name}: ${message}`;
  if (!stack.includes(OWN_SCRIPTS) || reported.size >= MAX_REPORTS || reported.has(key)) return;
  reported.add(key);
  const report = {
    name: name.slice(0, 100),
    message: message.slice(0, MAX_MESSAGE_LENGTH),
    stack: stack.slice(0, MAX_STACK_LENGTH),
    path: location.pathname,
  };
  // A failed report is ignored, because reporting its error could fail, too.
  fetch('/client-errors', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  }).catch(() => undefined);
}
