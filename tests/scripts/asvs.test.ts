/** Tests that docs/asvs.md covers every level 1 and level 2 requirement, and names only files that exist. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/program.ts';

/**
 * The level of each requirement of ASVS 5.0.0, by section. The first digit is the level of the section's
 * first requirement.
 */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};
/** Sections and chapters that docs/asvs.md covers with a single sentence. */
const NOT_APPLICABLE = /^(4\.3|4\.4|10\.3|10\.4|10\.6|10\.7|17)\b/;
const STATUSES = ['met', 'operator', 'not applicable', 'not met'];

const text = await readFile(join(root, 'docs/asvs.md'), 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) ([^|]+) \| (\d) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, id = '', title = '', level = '', status = '', shownBy = '']) => ({ id, title, level, status, shownBy }),
);

test('the ASVS assessment has one row for every applicable requirement, with the requirement’s level', () => {
  const expected = Object.entries(LEVELS).flatMap(([section, levels]) =>
    [...levels].flatMap((level, i) => (level === '3' ? [] : [`${section}.${i + 1} (${level})`])),
  );
  expect(expected).toHaveLength(253);
  expect(rows.map(({ id, level }) => `${id} (${level})`)).toEqual(
    expected.filter((requirement) => !NOT_APPLICABLE.test(requirement)),
  );
});

test('the ASVS assessment has a sentence for every section that isn’t applicable', () => {
  for (const section of ['4.3', '4.4', '10.3', '10.4', '10.6', '10.7', '17'])
    expect(text).toMatch(new RegExp(`(^|\\. |## )${section} [^.]+?(:|\\n\\n) ?[Nn]ot applicable`, 'm'));
});

test('the ASVS assessment refers to a test, a file, or a page for every requirement that is met', () => {
  for (const { id, status, shownBy } of rows) {
    expect(STATUSES, id).toContain(status);
    if (status === 'met' || status === 'operator')
      expect(shownBy, id).toMatch(/`[^`]+\/[^`]+`|\]\(|`[\w.-]+\.json`/);
    if (status === 'not met') expect(shownBy.length, id).toBeGreaterThan(150);
  }
});

test('the ASVS assessment starts with a list of every requirement that isn’t met', () => {
  const [, section = ''] = text.split('\n## Not met\n');
  const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^- (.+)$/gm)].map(([, line]) => line);
  const notMet = rows.filter(({ status }) => status === 'not met');
  expect(listed).toEqual(notMet.map(({ id, title }) => `${id} ${title}`));
});

test('the ASVS assessment names only files that exist', () => {
  const paths = [...text.matchAll(/`([^`\s]+\.(?:ts|tsx|mjs|json|md))`/g)].map(([, path = '']) => path);
  const files = paths.filter((path) => !path.startsWith('/'));
  expect(files.length).toBeGreaterThan(250);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the ASVS assessment links only to pages and headings that exist', async () => {
  const links = [...text.matchAll(/\]\((?!https:)([^)#]+)(?:#([^)]+))?\)/g)];
  expect(links.length).toBeGreaterThan(40);
  const pages = new Map<string, string[]>();
  for (const name of await readdir(join(root, 'docs'), { recursive: true })) {
    if (name.endsWith('.md')) pages.set(name, listAnchors(await readFile(join(root, 'docs', name), 'utf8')));
  }
  const broken = links.filter(([, page = '', anchor]) => {
    const anchors = pages.get(page);
    return anchors === undefined || (anchor !== undefined && !anchors.includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** Returns the anchors that GitHub generates for a page's headings. */
const listAnchors = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .replace(/\s/g, '-'),
  );
