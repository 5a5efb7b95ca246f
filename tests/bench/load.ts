/**
 * `npm run bench:load`: first, for 60 seconds, 200 members of one console with PGlite open pages, poll, and
 * save titles. Their page times are compared with a single member's. Then two consoles that share a
 * PostgreSQL database are compared with a single console. Fails if a goal is missed by more than 10%.
 * BENCH_DATABASE=pglite or postgres runs only one of the two parts. BENCH_MEMBERS, BENCH_SECONDS,
 * BENCH_THINK_SECONDS, BENCH_ROUNDS, BENCH_CAMPAIGNS, BENCH_PHASE_SECONDS, and BENCH_CAPACITY_ROUNDS
 * configure the run.
 */
import { measureCapacity } from './load-capacity.ts';
import { measureMembers } from './load-members.ts';
import { printRows } from './rounds.ts';

const only = process.env.BENCH_DATABASE;

const rows = [
  ...(only === 'postgres' ? [] : await measureMembers()),
  ...(only === 'pglite' ? [] : await measureCapacity()),
];
process.exitCode = printRows(rows) ? 0 : 1;
