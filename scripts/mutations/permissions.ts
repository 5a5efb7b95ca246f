import type { Mutation } from './mutation.ts';

export const PERMISSION_MUTATIONS: readonly Mutation[] = [
  {
    what: 'the role is ignored',
    file: 'lib/data/authorize.ts',
    find: 'member && isScoped && isAllowed(member.role, permission)',
    replace: 'member && isScoped',
    tests: ['tests/console/roles.test.ts'],
  },
  {
    what: 'every member sees everyone’s security events',
    file: 'lib/data/activity.ts',
    find: "isAllowed(role, 'manageTeam') ? undefined : email;",
    replace: "isAllowed(role, 'manageTeam') ? undefined : email && undefined;",
    tests: ['tests/console/security-events.test.ts'],
  },
  {
    what: 'a copy of a session is used although the member has changed',
    file: 'lib/store/sessions.ts',
    find: 'copy.version === version && ',
    replace: '',
    tests: ['tests/console/session-copies.test.ts'],
  },
  {
    what: 'a copy of a session outlives its time limits',
    file: 'lib/store/sessions.ts',
    find: ' && performance.now() < copy.until',
    replace: '',
    tests: ['tests/console/session-copies.test.ts'],
  },
];
