/** Finds the programs, other than Node, that the tests need and that Debian's packages install. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian installs servers here. Only root's PATH contains these directories. */
const SERVER_DIRECTORIES = ['/usr/sbin', '/sbin'];
/** Contains a directory for each installed version of PostgreSQL. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** The packages that the operations tests need, by the program that the tests run. */
const OPERATIONS_PACKAGES: Readonly<Record<string, string>> = {
  haproxy: 'haproxy',
  initdb: 'postgresql',
  nginx: 'nginx-light',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
  promtool: 'prometheus',
  caddy: 'caddy',
  'systemd-analyze': 'systemd',
};

/** Returns the path of the first given program that is installed. */
export function findCommand(...names: readonly string[]): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const folders = [...path, ...SERVER_DIRECTORIES, ...listPostgresDirectories()];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Returns the directories with PostgreSQL's programs, newest version first. */
function listPostgresDirectories(): readonly string[] {
  if (!existsSync(POSTGRES_VERSIONS)) return [];
  const versions = readdirSync(POSTGRES_VERSIONS).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the packages that the operations tests need and that aren't installed. */
export const findMissingPackages = (): readonly string[] =>
  Object.entries(OPERATIONS_PACKAGES).flatMap(([program, name]) => (findCommand(program) ? [] : [name]));
