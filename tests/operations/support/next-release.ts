/** Builds the release after this one: the same sources, with a changed page, a changed component, and a migration. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#scripts/program.ts';

export interface Release {
  readonly folder: string;
  /** The version that the database records. */
  readonly version: string;
  readonly remove: () => Promise<void>;
}

/** The text on the page for editing a campaign's title, in this release and in the next one. */
export const TITLE_PAGE_TEXTS = {
  current: 'Only members of your team see the title and the note.',
  next: 'In the next release, only members of your team see the title and the note.',
} as const;
/**
 * The attribute that the next release adds to every form. As a result, every page with a form needs different
 * scripts.
 */
export const NEXT_FORM = 'form[data-release="next"]';

const CHANGES: readonly (readonly [file: string, find: string, replace: string])[] = [
  ['components/campaign/title-and-note.tsx', TITLE_PAGE_TEXTS.current, TITLE_PAGE_TEXTS.next],
  ['components/forms/action-form.tsx', '<form ref={form}', '<form data-release="next" ref={form}'],
  // The search is loaded when a member opens it.
  [
    'components/shell/search-dialog.tsx',
    "'use client';",
    "'use client';\n\nglobalThis.name = 'next release';",
  ],
];

/** A change that leaves the current release's queries alone. */
const MIGRATION = 'ALTER TABLE "members" ADD COLUMN "next_release" text;';
const MIGRATION_NAME = '9000_next_release';
const VERSION = '999.0.0';

const NOT_COPIED = new Set(['.git', '.next', '.data', 'node_modules', 'test-results', 'dist']);

export async function buildNextRelease(): Promise<Release> {
  // The packages are linked instead of copied, which works only within one file system.
  const folder = await mkdtemp(join(dirname(root), 'mailroom-next-release-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await cp(root, folder, {
      recursive: true,
      filter: (path) => dirname(path) !== root || !NOT_COPIED.has(basename(path)),
    });
    await promisify(execFile)('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')]);
    for (const [file, find, replace] of CHANGES) {
      await changeFile(join(folder, file), (text) => {
        if (text.split(find).length !== 2) throw new Error(`${file} must contain “${find}” once.`);
        return text.replace(find, () => replace);
      });
    }
    await changeFile(join(folder, 'package.json'), (text) =>
      text.replace(/"version": "[^"]+"/, `"version": "${VERSION}"`),
    );
    await addMigration(join(folder, 'lib/store/migrations'));
    const script = "process.exit((await (await import('./scripts/build.ts')).ensureBuild()) ? 0 : 1)";
    const build = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(build, 'exit');
    if (code !== 0) throw new Error('The next release could not be built.');
    return { folder, version: VERSION, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function changeFile(file: string, change: (text: string) => string): Promise<void> {
  const changed = change(await readFile(file, 'utf8'));
  // The copy may be a link to the original, which must not change.
  await rm(file);
  await writeFile(file, changed);
}

async function addMigration(folder: string): Promise<void> {
  await writeFile(join(folder, `${MIGRATION_NAME}.sql`), MIGRATION);
  await changeFile(join(folder, 'meta/_journal.json'), (text) => {
    const journal = JSON.parse(text) as { entries: { idx: number; when: number }[] };
    const last = journal.entries.at(-1);
    if (!last) throw new Error('There are no migrations.');
    const entry = { ...last, idx: last.idx + 1, when: last.when + 1, tag: MIGRATION_NAME };
    return JSON.stringify({ ...journal, entries: [...journal.entries, entry] });
  });
}
