import { join } from 'node:path';
import type { Role } from '#lib/domain/permissions.ts';
import { startProgram } from './program.ts';

export interface MemberAccount {
  readonly email: string;
  readonly role: Role;
}

/** Adds people to the console whose settings are in `env`, before it is started. */
export async function addMembers(
  people: readonly MemberAccount[],
  password: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const script = join(import.meta.dirname, 'add-members.ts');
  const named = people.map(({ email, role }) => `${email}=${role}`);
  const program = startProgram(['--conditions=react-server', script, ...named], {
    env: { ...env, MEMBER_PASSWORD: password },
  });
  const how = await program.ended;
  if (how !== 'exit code 0') throw new Error(`Members could not be added (${how}): ${program.lastLines()}`);
}
