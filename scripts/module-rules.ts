/**
 * Checks two rules that dependency-cruiser can't check: unique names for exported functions, and the style of
 * imports.
 */
import { posix } from 'node:path';
import { eachSyntaxNode, parseModule, type SyntaxNode } from './source-files.ts';

export interface ModuleFacts {
  readonly path: string;
  /** Names of exported functions. */
  readonly functions: readonly string[];
  /**
   * The specifiers in the module's imports, re-exports, dynamic imports, and mocks, as written in the code.
   */
  readonly specifiers: readonly string[];
}

export function readModule(path: string, text: string): ModuleFacts {
  const body = parseModule(path, text);
  return { path, functions: exportedFunctions(body), specifiers: specifiersIn(body) };
}

function exportedFunctions(body: readonly SyntaxNode[]): string[] {
  return body.flatMap((statement) => {
    if (statement.type !== 'ExportDeclaration') return [];
    const declaration = statement.declaration as SyntaxNode;
    if (declaration.type === 'FunctionDeclaration') return [nameOf(declaration.identifier)];
    if (declaration.type !== 'VariableDeclaration') return [];
    return (declaration.declarations as readonly SyntaxNode[])
      .filter(({ init }) => isFunction(init as SyntaxNode | null))
      .map(({ id }) => nameOf(id));
  });
}

const nameOf = (identifier: unknown): string => String(Object(identifier).value);

/** Whether the value is a function or a call that wraps a function, such as `cache(async () => …)`. */
function isFunction(init: SyntaxNode | null): boolean {
  if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression') return true;
  if (init?.type !== 'CallExpression') return false;
  const callArguments = init.arguments as readonly { readonly expression: SyntaxNode }[];
  return callArguments.some(({ expression }) => isFunction(expression));
}

function specifiersIn(body: readonly SyntaxNode[]): string[] {
  const found: string[] = [];
  for (const node of eachSyntaxNode(body)) {
    const specifier = literal(sourceOf(node));
    if (specifier !== undefined) found.push(specifier);
  }
  return found;
}

function sourceOf(node: SyntaxNode): unknown {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source;
    case 'TsImportType':
      return node.argument;
    case 'CallExpression': {
      const callee = node.callee as SyntaxNode;
      const isLoading =
        callee.type === 'Import' ||
        (callee.type === 'MemberExpression' &&
          nameOf(callee.object) === 'vi' &&
          /^(do)?[mM]ock$|^import(Actual|Mock)$/.test(nameOf(callee.property)));
      return isLoading ? Object((node.arguments as unknown[])[0]).expression : undefined;
    }
    default:
      return undefined;
  }
}

function literal(node: unknown): string | undefined {
  const { type, value } = Object(node);
  return type === 'StringLiteral' ? value : undefined;
}

/** A function name that several files may export, because a framework requires the name. */
export interface SharedName {
  readonly name: RegExp;
  readonly files: RegExp;
  readonly reason: string;
}

/** Returns an error message for each function name that more than one file exports, except allowed names. */
export function findDuplicateExports(
  modules: readonly ModuleFacts[],
  shared: readonly SharedName[],
): string[] {
  const byName = new Map<string, string[]>();
  for (const { path, functions } of modules) {
    if (/\.(test|spec)\.tsx?$/.test(path)) continue;
    for (const name of functions) {
      if (shared.some((each) => each.name.test(name) && each.files.test(path))) continue;
      byName.set(name, [...(byName.get(name) ?? []), path]);
    }
  }
  return [...byName]
    .filter(([, paths]) => paths.length > 1)
    .map(
      ([name, paths]) => `${name} is exported by ${paths.join(' and ')}. Give each function a unique name.`,
    );
}

/**
 * Returns the module that a file belongs to, such as `lib/format`, `components/ui`, `app`, or `service`.
 * Returns "." for files in the root directory.
 */
function moduleOf(path: string): string {
  const parts = path.split('/');
  if (parts.length === 1) return '.';
  const isSplit = parts[0] === 'lib' || parts[0] === 'components';
  return isSplit && parts.length > 2 ? parts.slice(0, 2).join('/') : (parts[0] ?? '.');
}

/**
 * Returns an error message for each import in the wrong style. Imports between modules must start with `#`.
 * Imports within a module must be relative.
 */
export function findImportStyle({ path, specifiers }: ModuleFacts): string[] {
  return specifiers.flatMap((specifier) => {
    if (!/^(#|\.{1,2}\/)/.test(specifier)) return [];
    const folder = posix.dirname(path);
    const target = specifier.startsWith('#') ? specifier.slice(1) : posix.join(folder, specifier);
    const relative = posix.relative(folder, target);
    const within = relative.startsWith('.') ? relative : `./${relative}`;
    const expected = moduleOf(path) === moduleOf(target) ? within : `#${target}`;
    return specifier === expected ? [] : [`${path} imports ${specifier}. Use ${expected}.`];
  });
}
