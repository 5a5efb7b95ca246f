/**
 * Rules that say which directories can import which other directories. Imports point one way: page, action,
 * or proxy → lib/data → lib/upstream → lib/contract → HTTP. dependency-cruiser parses with swc, because
 * TypeScript 7 has no API for parsing.
 */
const theConsole = '^(app|components|lib|middleware\\.ts|instrumentation\\.ts)';
/** Modules that contain only constants. Every module can import them. */
const constants = '^lib/(time-units|input-limits)\\.ts$';
const code = { dependencyTypesNot: ['type-only', 'type-import'] };
const io = 'upstream|store|attempts|index|share-links|guest-review|files|auth|email|notifications|database';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule(
      'no-cycles',
      'Merge modules that import each other, or move the shared code to a third module.',
      {},
      { circular: true },
    ),
    {
      ...rule(
        'no-directory-cycles',
        'Merge directories that import each other, or move the shared code to a third directory.',
        { path: '^(app|components|lib|service)' },
        { path: '^(app|components|lib|service)', circular: true },
      ),
      scope: 'folder',
    },
    rule('resolves', 'The other rules can’t check unresolved imports.', {}, { couldNotResolve: true }),
    rule(
      'contract-is-pure',
      'lib/contract describes the interface, without a framework, settings, or I/O.',
      { path: '^lib/contract/' },
      { pathNot: ['^lib/contract/', constants, '(^|/)node_modules/zod/'] },
    ),
    rule(
      'domain-is-pure',
      'lib/domain makes decisions, without a framework, settings, I/O, or text.',
      { path: '^lib/domain/' },
      { pathNot: ['^lib/(domain|contract)/', constants] },
    ),
    rule(
      'format-is-pure',
      'lib/format formats values for people, without a framework, settings, or I/O.',
      { path: '^lib/format/' },
      {
        pathNot: ['^lib/(format|domain|contract)/', constants, '(^|/)node_modules/temporal-(polyfill|spec)/'],
      },
    ),
    rule(
      'service-stands-alone',
      'The embedded service shares only lib/contract, lib/database, and constants with the console.',
      { path: '^service/' },
      { path: `${theConsole}|^(scripts|tests)/`, pathNot: ['^lib/(contract|database)/', constants] },
    ),
    rule(
      'service-needs-no-framework',
      'The embedded service runs without Next.',
      { path: '^(service|lib/contract|lib/database)/' },
      { path: '(^|/)node_modules/(next|next-auth|react|react-dom|server-only)/' },
    ),
    rule(
      'nothing-imports-the-service',
      'The console calls the embedded service over HTTP. Only start scripts and tests import the service.',
      { path: theConsole },
      { path: '^service/' },
    ),
    rule(
      'components-get-data-as-props',
      'Pages load data and pass the data to components. Components may import types from anywhere.',
      { path: '^components/' },
      { path: `^(app/|lib/(data|env|${io})/|lib/forms/action\\.ts|lib/log\\.ts)`, ...code },
    ),
    rule(
      'pages-go-through-data',
      'Pages, actions, and the proxy read and change data through lib/data, which authorizes every call.',
      { path: '^(app/|lib/proxy/|middleware\\.ts)' },
      { path: `^lib/(${io.replace('|auth', '')})/`, ...code },
    ),
    rule(
      'lib-imports-no-pages',
      'Pages and components import lib. lib never imports pages or components.',
      { path: '^lib/' },
      { path: '^(app|components)/' },
    ),
    rule(
      'upstream-is-below-data',
      'The mail service client in lib/upstream doesn’t read members or tables.',
      { path: '^lib/upstream/' },
      {
        path: '^lib/(data|attempts|index|share-links|guest-review|store|auth|database|email|notifications|files)/',
      },
    ),
    rule(
      'store-is-below-data',
      'Queries of our own tables don’t call the mail service or check permissions.',
      { path: '^lib/(store|database)/' },
      {
        path: '^lib/(data|attempts|index|share-links|guest-review|upstream|auth|email|notifications|files|forms)/',
      },
    ),
    rule(
      'share-links-are-below-data',
      'lib/share-links and lib/guest-review define what a share link shows. lib/data decides who can open the link.',
      { path: '^lib/(share-links|guest-review)/' },
      { path: '^lib/(data|auth|attempts)/', ...code },
    ),
    rule(
      'files-are-below-data',
      'lib/files downloads files. lib/data decides who can see the files.',
      { path: '^lib/files/' },
      { path: '^lib/(data|auth|store|share-links|guest-review)/' },
    ),
    rule(
      'programs-import-no-tools',
      'Packages that production needs are dependencies, not devDependencies. Only repository checks use devDependencies.',
      {
        path: `${theConsole}|^(service|scripts)/`,
        pathNot: 'drizzle\\.config\\.ts$|^scripts/(source-files|bundle-programs)\\.ts$',
      },
      { dependencyTypes: ['npm-dev'], ...code },
    ),
    rule(
      'nothing-imports-tests',
      'Tests import programs. Programs never import tests.',
      { pathNot: '^tests/' },
      { path: '^tests/' },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // The test files that make calls with generated clients import code that exists only while the clients'
    // tests run.
    exclude: { path: '(^|/)\\.next/|^(\\.data|tests/(clients|console-client)/.*-calls\\.ts)' },
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
