/** Copies the migrations that an earlier release of the console had. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MIGRATIONS = join(process.cwd(), 'lib/store/migrations');

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

/** Copies the migrations up to `last` into a new directory under `parent`. */
export function copyMigrations(parent: string, last: string): string {
  const target = join(parent, 'old-migrations');
  mkdirSync(join(target, 'meta'), { recursive: true });
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal;
  const end = journal.entries.findIndex(({ tag }) => tag === last) + 1;
  const entries = journal.entries.slice(0, end);
  for (const { tag } of entries) cpSync(join(MIGRATIONS, `${tag}.sql`), join(target, `${tag}.sql`));
  writeFileSync(join(target, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  return target;
}
