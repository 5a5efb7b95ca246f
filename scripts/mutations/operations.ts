import type { Mutation } from './mutation.ts';

const CLEAN_STOP = 'tests/scripts/clean-stop.test.ts';
const LEASES = 'tests/console/leased-rounds.test.ts';
const READINESS = 'tests/console/readiness.test.ts';
const SCHEMA = 'tests/console/schema-compatibility.test.ts';

export const OPERATION_MUTATIONS: readonly Mutation[] = [
  {
    what: 'the console stops before the work in the background has ended',
    file: 'lib/runtime/clean-stop.ts',
    find: '    await endWork();\n',
    replace: '',
    tests: [CLEAN_STOP],
  },
  {
    what: 'a client that keeps sending requests keeps the console from stopping',
    file: 'lib/runtime/clean-stop.ts',
    find: 'if (isStopping) closeConnectionAfter(response);',
    replace: '',
    tests: [CLEAN_STOP],
  },
  {
    what: 'the console stops accepting connections before proxies know that it stops',
    file: 'lib/runtime/clean-stop.ts',
    find: 'await wait(delayMs);',
    replace: 'await wait(0);',
    tests: [CLEAN_STOP],
  },
  {
    what: 'the console closes idle connections before proxies stop using them',
    file: 'lib/runtime/clean-stop.ts',
    find: 'Server.prototype.close.call(server, () => closed())',
    replace: 'server.close(() => closed())',
    tests: [CLEAN_STOP],
  },
  {
    what: 'a connection without a request keeps the console from stopping',
    file: 'lib/runtime/clean-stop.ts',
    find: 'if (!busy.has(socket)) socket.destroy();',
    replace: 'if (!busy.has(socket) && socket.bytesRead > 0) socket.destroy();',
    tests: [CLEAN_STOP],
  },
  {
    what: 'a console that stops sends all emails with share links that are due',
    file: 'lib/email/share-emails.ts',
    find: '    if (isExiting()) return false;\n',
    replace: '',
    tests: ['tests/console/job-sharing.test.ts'],
  },
  {
    what: 'a backup is finished although its copy may have been deleted',
    file: 'lib/backup/console-socket.ts',
    find: 'if (socket.destroyed) throw',
    replace: 'if (socket.destroyed && !socket.readableEnded) throw',
    tests: ['tests/console/backups.test.ts'],
  },
  {
    what: 'the metrics contain a hash of NEXTAUTH_SECRET',
    file: 'lib/store/monitoring.ts',
    find: 'notLike(leases.name,',
    replace: "notLike(sql`''`,",
    tests: ['tests/incoming/metrics.test.ts'],
  },
  {
    what: 'a request that never ends keeps the console from stopping',
    file: 'lib/runtime/clean-stop.ts',
    find: '      process.exit(1);\n',
    replace: '',
    tests: [CLEAN_STOP],
  },
  {
    what: 'a console that stops keeps its leases',
    file: 'lib/background/leased-rounds.ts',
    find: '  runBeforeExit(async () => releaseLease(await open(), name, holder));\n',
    replace: '',
    tests: [LEASES],
  },
  {
    what: 'proxies send requests to a console that stops',
    file: 'lib/monitoring/readiness.ts',
    find: "  if (isExiting()) return 'stopping';\n",
    replace: '',
    tests: [READINESS],
  },
  {
    what: 'a console whose tables a newer release has changed is ready',
    file: 'lib/database/migrate.ts',
    find: ' && !isTooNew(schema, known)',
    replace: '',
    tests: [SCHEMA],
  },
  {
    what: 'a console starts with a database that it can’t use',
    file: 'lib/database/known-schema.ts',
    find: ' && oldestCompatible > known.newest',
    replace: ' && oldestCompatible > known.newest + 1e12',
    tests: [SCHEMA],
  },
  {
    what: 'a console doesn’t start beside the next release',
    file: 'lib/database/known-schema.ts',
    find: ' && oldestCompatible > known.newest',
    replace: '',
    tests: [SCHEMA],
  },
  {
    what: 'a migration doesn’t record which releases are compatible',
    file: 'lib/database/migrate.ts',
    find: 'known.oldestCompatible}',
    replace: '0}',
    tests: [SCHEMA],
  },
];
