import 'server-only';

/** Milliseconds since the epoch on the service's clock, as its last answer's Date told it. */
export function serviceNow(): number {
  throw new Error('service');
}

/** Whether the console talks to the embedded service. Asks once, for at most a second, when nothing has answered yet. */
export async function isSandbox(): Promise<boolean> {
  throw new Error('service');
}
