/**
 * Advances the embedded service's clock when someone types a duration into the demo's terminal, such as
 * `16m`, `2h`, or `1d`.
 */
import { createInterface } from 'node:readline';

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
export const TIME_HELP =
  'To advance the service’s clock, type an amount of time, such as 16m, 3h, or 2d, and press Enter.';

/** Returns a shell command that advances the clock, for a demo that isn't running in a terminal. */
export const skipCommand = (serviceUrl: string): string =>
  `To advance the service’s clock by one day:
  curl -X POST ${serviceUrl}/sandbox/clock -H 'content-type: application/json' -d '{"advance_ms": 86400000}'`;

export function readTimeSkips(serviceUrl: string): void {
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const [, amount, unit] = /^\s*(\d{1,4})\s*([mhd])\s*$/.exec(line) ?? [];
    if (amount === undefined) return console.log(TIME_HELP);
    console.log(await skipTime(serviceUrl, Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]));
  });
}

async function skipTime(serviceUrl: string, ms: number): Promise<string> {
  try {
    const response = await fetch(`${serviceUrl}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_ms: ms }),
      signal: AbortSignal.timeout(10_000),
    });
    const { now } = await response.json();
    return `The service’s time is now ${new Date(now).toLocaleString()}.`;
  } catch {
    return 'The service didn’t respond. Try again in a moment.';
  }
}
