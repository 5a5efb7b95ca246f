/**
 * Compares the tables of files in docs/architecture.md with the repository. In a table row, the first cell
 * contains directories in backticks. The second cell contains the names of the directories' files in backticks,
 * without extensions. In other tables, paths in backticks have extensions.
 */

/** The directories whose files must all be in the tables. */
const COMPLETE = /^(components|lib|service|scripts|tests\/support)\//;
const FILE = /^(.+)\.(ts|tsx|mjs|css)$/;
const PATH = /^[^ ]+\/[^ ]+\.(ts|tsx|css|svg|mjs)$/;
const HEADING = '## Where to make a change';

interface MapRow {
  readonly directories: readonly string[];
  readonly names: readonly string[];
}

function readSection(document: string): string {
  const [, section = ''] = document.split(`\n${HEADING}\n`);
  return section.split('\n## ')[0] ?? '';
}

function readRows(section: string): MapRow[] {
  return section.split('\n').flatMap((line) => {
    const [, directories = '', files = ''] = line.split('|');
    return directories.trim().startsWith('`')
      ? [{ directories: quoted(directories), names: quoted(files) }]
      : [];
  });
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/**
 * Returns one message for each name in the tables that doesn't match a file, and for each file that's missing
 * from the tables.
 * @param paths the paths of all files, relative to the root
 */
export function findMapProblems(document: string, paths: readonly string[]): string[] {
  const section = readSection(document);
  const rows = readRows(section);
  if (rows.length === 0) return [`docs/architecture.md has no tables of files below “${HEADING}”.`];
  const files = new Set(paths.flatMap((path) => FILE.exec(path)?.[1] ?? []));
  const named = new Set<string>();
  const unknown = rows.flatMap(({ directories, names }) =>
    names.flatMap((name) => {
      const found = directories.map((directory) => `${directory}/${name}`).filter((file) => files.has(file));
      for (const file of found) named.add(file);
      return found.length > 0
        ? []
        : [`docs/architecture.md names ${name} in ${directories.join(' and ')}, but there is no such file.`];
    }),
  );
  const missing = [...files].filter((file) => COMPLETE.test(file) && !named.has(file));
  const gone = quoted(section).filter((text) => PATH.test(text) && !paths.includes(text));
  return [
    ...unknown,
    ...gone.map((path) => `docs/architecture.md names ${path}, but there is no such file.`),
    ...missing.map((file) => `docs/architecture.md doesn’t name ${file}.`),
  ];
}
