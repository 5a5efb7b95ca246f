/** Share links for browser tests that are about the shared page, not about how links are made. */
import { join } from 'node:path';
import type { VisibleParts } from '#lib/domain/share-link.ts';
import { startProgram } from '#scripts/program.ts';
import type { Console } from './console.ts';

export interface WantedShare {
  readonly campaignId: number;
  readonly password?: string;
  readonly shows?: Partial<VisibleParts>;
  readonly guestsDecide?: boolean;
  /** Milliseconds; what is over already is below zero. */
  readonly endsIn?: number;
  readonly revoked?: true;
}

/** Adds them while the console is down, and starts it again. @returns their tokens */
export async function addShares(mailroom: Console, wanted: readonly WantedShare[]): Promise<string[]> {
  await mailroom.kill();
  const printed: string[] = [];
  const script = join(import.meta.dirname, 'add-shares.ts');
  const program = startProgram(['--conditions=react-server', script, JSON.stringify(wanted)], {
    env: mailroom.env,
    onLine: (line, from) => from === 'stdout' && printed.push(line),
  });
  const how = await program.ended;
  if (how !== 'exit code 0') throw new Error(`Shares could not be added (${how}): ${program.lastLines()}`);
  await mailroom.start();
  return JSON.parse(printed.join('')) as string[];
}
