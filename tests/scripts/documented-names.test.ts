/** Tests that every setting, command, file, section, and log field named in the documentation exists. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTING_SHAPES } from '#lib/env/env.ts';
import { root } from '#scripts/program.ts';
import { isCode, listSourceFiles } from '#scripts/source-files.ts';

const paths = listSourceFiles();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = paths.filter((path) =>
  /^(docs\/[\w-]+|README|CONTRIBUTING|CHANGELOG|SECURITY)\.md$/.test(path),
);
const code = paths.filter((path) => isCode(path) && !path.startsWith('tests/scripts/')).map(read);
const isInCode = (text: string) => code.some((content) => content.includes(text));

/** Returns what a pattern's first group matches in each document, with the document's path. */
const findAll = (pattern: RegExp, among = documents): [path: string, found: string][] =>
  among.flatMap((path) =>
    [...read(path).matchAll(pattern)].map(([, found = '']): [string, string] => [path, found]),
  );

/** Uppercase names that aren't the console's settings. */
const OTHER_NAMES =
  /^(TMPDIR|NODE_ENV|NODE_EXTRA_CA_CERTS|MAILROOM_(VERSION|HOST)|POSTGRES_PASSWORD|[A-Z]+(-[A-Z]+)+)$/;

describe('the documentation', () => {
  it('names only settings and constants that exist', () => {
    const names = findAll(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=[^`]*)?`/g);
    expect(names.length).toBeGreaterThan(100);
    const unknown = names.filter(
      ([, name]) => !Object.hasOwn(SETTING_SHAPES, name) && !OTHER_NAMES.test(name) && !isInCode(name),
    );
    expect(unknown).toEqual([]);
  });

  it('names every setting in docs/operations.md', () => {
    const text = read('docs/operations.md');
    expect(Object.keys(SETTING_SHAPES).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const npm = findAll(/npm run ([a-z][\w:-]*)/g).filter(([, name]) => !Object.hasOwn(scripts, name));
    expect(npm).toEqual([]);
    const dispatcher = read('scripts/mailroom.ts');
    const named = findAll(/(?:`|^)mailroom ([a-z][\w-]*)/gm);
    expect(named.length).toBeGreaterThan(10);
    const mailroom = named.filter(([, name]) => !new RegExp(`^  '?${name}'?: \\{`, 'm').test(dispatcher));
    expect(mailroom).toEqual([]);
  });

  it('links only to files and sections that exist', () => {
    const slugs = (path: string) =>
      [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      );
    const broken = findAll(/\]\(([^)\s]+)\)/g).filter(([from, link]) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file = '', section] = link.split('#');
      const target = file === '' ? from : posix.join(posix.dirname(from), file);
      const exists = paths.some(
        (path) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`),
      );
      return !exists || (section !== undefined && target.endsWith('.md') && !slugs(target).includes(section));
    });
    expect(broken).toEqual([]);
  });

  it('names only log messages and request log fields that exist in the code', () => {
    const section = read('docs/operations.md').split('\n## The log\n')[1]?.split('\n## ')[0] ?? '';
    const fields = [...section.matchAll(/^\| `(?!level`)(\w+)` \| /gm)].map(([, name = '']) => name);
    expect(fields).toContain('status');
    const requestLog = read('lib/http/request-log.ts');
    expect(fields.filter((name) => !new RegExp(`\\b${name}\\b`).test(requestLog))).toEqual([]);
    for (const message of ['security event', 'single sign-on failed', 'old data was deleted'])
      expect(
        [read('docs/operations.md').includes(`\`${message}\``), isInCode(`'${message}'`)],
        message,
      ).toEqual([true, true]);
  });
});
