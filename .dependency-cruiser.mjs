/**
 * Rules for which directories can import which. Data flows one way: page, action or proxy → lib/data → lib/upstream →
 * lib/contract → HTTP. Uses the swc parser because TypeScript 7 has no API that dependency-cruiser can use.
 */
const theConsole = '^(app|components|lib|middleware\\.ts|instrumentation\\.ts)';
const code = { dependencyTypesNot: ['type-only', 'type-import'] };
const io = 'upstream|store|attempts|owners|share-links|guest-review|files|auth|email|database';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule(
      'no-cycles',
      'Merge modules that import each other, or move what both need to a third.',
      {},
      { circular: true },
    ),
    {
      ...rule(
        'no-directory-cycles',
        'Merge directories that import each other, or move what both need to a third.',
        { path: '^(app|components|lib|service)' },
        { path: '^(app|components|lib|service)', circular: true },
      ),
      scope: 'folder',
    },
    rule('resolves', 'The other rules can’t check unresolved imports.', {}, { couldNotResolve: true }),
    rule(
      'contract-is-pure',
      'The interface as a table: no framework, no environment, no I/O.',
      { path: '^lib/contract/' },
      { pathNot: ['^lib/contract/', '(^|/)node_modules/zod/'] },
    ),
    rule(
      'domain-is-pure',
      'Decisions: no framework, no environment, no I/O, no text.',
      { path: '^lib/domain/' },
      { pathNot: '^lib/(domain|contract)/' },
    ),
    rule(
      'format-is-pure',
      'Formatting for people: no framework, no environment, no I/O.',
      { path: '^lib/format/' },
      { pathNot: ['^lib/(format|domain|contract)/', '(^|/)node_modules/temporal-(polyfill|spec)/'] },
    ),
    rule(
      'service-stands-alone',
      'The embedded service shares only the contract and the database helper with the console.',
      { path: '^service/' },
      { path: `${theConsole}|^(scripts|tests)/`, pathNot: '^lib/(contract|database)/' },
    ),
    rule(
      'service-needs-no-framework',
      'The embedded service runs without Next.',
      { path: '^(service|lib/contract|lib/database)/' },
      { path: '(^|/)node_modules/(next|next-auth|react|react-dom|server-only)/' },
    ),
    rule(
      'nothing-imports-the-service',
      'The console calls the embedded service over HTTP. Only start scripts and tests import it.',
      { path: theConsole },
      { path: '^service/' },
    ),
    rule(
      'components-get-data-as-props',
      'Pages load data and pass it to components. Importing types is allowed.',
      { path: '^components/' },
      { path: `^(app/|lib/(data|env|${io})/|lib/forms/action\\.ts|lib/log\\.ts)`, ...code },
    ),
    rule(
      'pages-go-through-data',
      'lib/data authorizes every call.',
      { path: '^(app/|lib/proxy/|middleware\\.ts)' },
      { path: `^lib/(${io.replace('|auth', '')})/`, ...code },
    ),
    rule(
      'lib-imports-no-pages',
      'Pages and components depend on lib, not the reverse.',
      { path: '^lib/' },
      { path: '^(app|components)/' },
    ),
    rule(
      'upstream-is-below-data',
      'The mail service client doesn’t read members or tables.',
      { path: '^lib/upstream/' },
      { path: '^lib/(data|attempts|owners|share-links|guest-review|store|auth|database|email|files)/' },
    ),
    rule(
      'store-is-below-data',
      'Queries of our own tables. They don’t call the mail service or check permissions.',
      { path: '^lib/(store|database)/' },
      { path: '^lib/(data|attempts|owners|share-links|guest-review|upstream|auth|email|files|forms)/' },
    ),
    rule(
      'share-links-are-below-data',
      'Defines what a share link shows. lib/data decides who can see it.',
      { path: '^lib/(share-links|guest-review)/' },
      { path: '^lib/(data|auth|attempts)/', ...code },
    ),
    rule(
      'files-are-below-data',
      'Downloads files. lib/data decides who can have them.',
      { path: '^lib/files/' },
      { path: '^lib/(data|auth|store|share-links|guest-review)/' },
    ),
    rule(
      'programs-import-no-tools',
      'Packages that production needs are dependencies, not devDependencies. Repository checks only run in development.',
      {
        path: `${theConsole}|^(service|scripts)/`,
        pathNot: 'drizzle\\.config\\.ts$|^scripts/source-files\\.ts$',
      },
      { dependencyTypes: ['npm-dev'], ...code },
    ),
    rule(
      'nothing-imports-tests',
      'Tests import programs, never the reverse.',
      { pathNot: '^tests/' },
      { path: '^tests/' },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|\\.data)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};

function rule(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}
