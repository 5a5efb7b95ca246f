/**
 * Which room may import which. Data flows one way: page, action or proxy → lib/data → lib/upstream → lib/contract → HTTP.
 * Parsed by swc, because TypeScript 7 has no API that dependency-cruiser could use.
 */
const theConsole = '^(app|components|lib|middleware\\.ts|instrumentation\\.ts)';
const code = { dependencyTypesNot: ['type-only', 'type-import'] };

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule(
      'no-cycles',
      'Two modules that need each other are one module, or miss a third.',
      {},
      { circular: true },
    ),
    rule(
      'resolves',
      'An import that leads nowhere hides from every other rule.',
      {},
      { couldNotResolve: true },
    ),
    rule(
      'contract-is-pure',
      'The interface as a table: no framework, no environment, no I/O.',
      { path: '^lib/contract/' },
      { pathNot: ['^lib/contract/', '(^|/)node_modules/zod/'] },
    ),
    rule(
      'format-is-pure',
      'How people read things: no framework, no environment, no I/O.',
      { path: '^lib/format/' },
      {
        pathNot: [
          '^lib/(format|contract)/',
          '^lib/outcome\\.ts$',
          '(^|/)node_modules/temporal-(polyfill|spec)/',
        ],
      },
    ),
    rule(
      'service-stands-alone',
      'The embedded service shares the contract and the database helper with the console, nothing else.',
      { path: '^service/' },
      { path: `${theConsole}|^(scripts|tests)/`, pathNot: '^lib/(contract|database)/' },
    ),
    rule(
      'service-needs-no-framework',
      'It is a program of its own.',
      { path: '^(service|lib/contract|lib/database)/' },
      { path: '(^|/)node_modules/(next|next-auth|react|react-dom|server-only)/' },
    ),
    rule(
      'nothing-imports-the-service',
      'The console meets it over HTTP, like any other service; only start scripts and tests may import it.',
      { path: theConsole },
      { path: '^service/' },
    ),
    rule(
      'components-are-given-their-data',
      'Pages fetch and pass on. Types may be imported: they carry nothing.',
      { path: '^components/' },
      {
        path: '^(app/|lib/(data|upstream|store|attempts|owners|shares|assets|auth|mail|notices|database)/|lib/(env|action|log)\\.ts)',
        ...code,
      },
    ),
    rule(
      'pages-go-through-data',
      'lib/data authorises; nothing may go round it.',
      { path: '^(app/|lib/proxy/|middleware\\.ts)' },
      { path: '^lib/(upstream|store|attempts|owners|shares|assets|mail|notices|database)/', ...code },
    ),
    rule(
      'lib-knows-no-pages',
      'What is below does not know what is above.',
      { path: '^lib/' },
      { path: '^(app|components)/' },
    ),
    rule(
      'upstream-is-below-data',
      'The one door to the service knows neither who asks nor what is stored.',
      { path: '^lib/upstream/' },
      { path: '^lib/(data|attempts|owners|shares|store|auth|database)/' },
    ),
    rule(
      'store-is-below-data',
      "Mailroom's own tables know nothing of the service or of members' rights.",
      { path: '^lib/(store|database)/' },
      { path: '^lib/(data|attempts|owners|shares|upstream)/', ...code },
    ),
    rule(
      'shares-are-below-data',
      'What a link is worth and what a campaign is now; who may know it is decided above.',
      { path: '^lib/shares/' },
      { path: '^lib/(data|auth|attempts)/', ...code },
    ),
    rule(
      'assets-are-below-data',
      'How files are loaded; for whom is decided above.',
      { path: '^lib/assets/' },
      { path: '^lib/(data|auth|store|shares)/' },
    ),
    rule(
      'programs-do-not-import-their-tools',
      'What production needs is a dependency, not a devDependency.',
      { path: `${theConsole}|^(service|scripts)/`, pathNot: 'drizzle\\.config\\.ts$' },
      { dependencyTypes: ['npm-dev'], ...code },
    ),
    rule(
      'nothing-imports-tests',
      'Tests look at programs, not the other way round.',
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
