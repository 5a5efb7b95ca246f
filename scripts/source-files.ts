/** Lists the repository's files and parses their code with swc. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from './program.ts';

/** Returns the paths of tracked and new files, relative to the root. Omits files that Git ignores. */
export function listSourceFiles(folder = root): string[] {
  const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = output.split('\0').filter((path) => path !== '');
  // Git lists a deleted file until the deletion is staged.
  return [...new Set(paths)].filter((path) => existsSync(join(folder, path))).sort();
}

export interface SyntaxNode {
  readonly type: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly [key: string]: unknown;
}

export const isCode = (path: string): boolean => /\.(tsx?|mts|mjs)$/.test(path);

/** Returns a module's statements as plain objects. */
export function parseModule(path: string, text: string): readonly SyntaxNode[] {
  // swc's positions start at an arbitrary offset.
  // The text follows an empty statement, whose position is the text's offset.
  const isTypeScript = !path.endsWith('.mjs');
  const module = parseSync(`;${text}`, {
    ...(isTypeScript
      ? { syntax: 'typescript', tsx: path.endsWith('x') }
      : { syntax: 'ecmascript', jsx: true }),
    target: 'es2024',
  });
  return module.body as unknown as readonly SyntaxNode[];
}

export interface Identifier {
  readonly name: string;
  /** The index of the identifier's first character in the text. */
  readonly index: number;
}

/** Returns every identifier in the code: variables, properties, types, JSX elements, and attributes. */
export function listIdentifiers(path: string, text: string): Identifier[] {
  const [marker, ...body] = parseModule(path, text);
  const base = (marker?.span?.start ?? 0) + 1;
  const bytes = Buffer.from(text);
  const isAscii = bytes.length === text.length;
  const found = new Map<number, string>();
  for (const node of eachSyntaxNode(body)) {
    if (node.type !== 'Identifier' || typeof node.value !== 'string' || node.span === undefined) continue;
    found.set(node.span.start - base, node.value);
  }
  return [...found].map(([offset, name]) => ({
    name,
    index: isAscii ? offset : bytes.toString('utf8', 0, offset).length,
  }));
}

/** Yields a node and all of its descendants, parents before children. */
export function* eachSyntaxNode(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* eachSyntaxNode(item);
  } else if (typeof value === 'object' && value !== null) {
    if ('type' in value) yield value as SyntaxNode;
    for (const inner of Object.values(value)) yield* eachSyntaxNode(inner);
  }
}
