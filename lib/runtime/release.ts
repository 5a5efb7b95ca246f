/** The running release: its folder, version, and commit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { singleton } from './singleton.ts';

const location = () => singleton('release', () => ({ folder: process.cwd() }));

/**
 * The folder with the release's files, such as migrations: the repository, or the unpacked package. It's the working
 * directory, unless a program that can run in another directory sets the folder. Modules can't find the folder by their
 * own paths, because Next moves modules when it bundles them.
 */
export const releaseFolder = (): string => location().folder;

/** Must be called before any other module reads one of the release's files. */
export function setReleaseFolder(folder: string): void {
  location().folder = folder;
}

export interface Release {
  readonly version: string;
  /** The first characters of the Git commit that the package was made from. Null in the repository, and without Git. */
  readonly commit: string | null;
}

export function readRelease(): Release {
  const { version, commit }: { version: string; commit?: string } = JSON.parse(
    readFileSync(join(releaseFolder(), 'package.json'), 'utf8'),
  );
  return { version, commit: commit ?? null };
}
