/** Adds share links for guest review tests without using the console's pages. */
import { join } from 'node:path';
import type { VisibleParts } from '#lib/domain/share-link.ts';
import { startProgram } from '#scripts/program.ts';
import type { RunningConsole } from './console.ts';

export interface ShareLinkSpec {
  readonly campaignId: number;
  readonly password?: string;
  readonly visibleParts?: Partial<VisibleParts>;
  readonly guestsDecide?: boolean;
  /** The time until the link expires. If the number is negative, the link has already expired. */
  readonly expiresInMs?: number;
  readonly revoked?: true;
}

/**
 * Stops the console, adds the share links, and restarts the console.
 * @returns the tokens of the share links
 */
export async function addShareLinks(
  mailroom: RunningConsole,
  specs: readonly ShareLinkSpec[],
): Promise<string[]> {
  await mailroom.kill();
  const printed: string[] = [];
  const script = join(import.meta.dirname, 'add-share-links.ts');
  const program = startProgram(['--conditions=react-server', script, JSON.stringify(specs)], {
    env: mailroom.env,
    onLine: (line, from) => from === 'stdout' && printed.push(line),
  });
  const end = await program.ended;
  if (end !== 'exit code 0')
    throw new Error(`Share links could not be added (${end}): ${program.lastLines()}`);
  await mailroom.start();
  return JSON.parse(printed.join('')) as string[];
}
