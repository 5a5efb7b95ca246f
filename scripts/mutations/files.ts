import type { Mutation } from './mutation.ts';

const SHARED_DOWNLOADS = 'tests/console/shared-downloads.test.ts';

export const FILE_MUTATIONS: readonly Mutation[] = [
  {
    what: 'each request downloads a file of its own',
    file: 'lib/files/file-store.ts',
    find: '(files.loading.get(source.key) ?? startLoading(source))',
    replace: 'startLoading(source)',
    tests: [SHARED_DOWNLOADS],
  },
  {
    what: 'a response has the whole proof in memory',
    file: 'lib/files/stored-file.ts',
    find: 'const CHUNK_BYTES = 64 * 1024;',
    replace: 'const CHUNK_BYTES = 64 * 1024 * 1024;',
    tests: [SHARED_DOWNLOADS],
  },
  {
    what: 'the image library parses every format',
    file: 'lib/files/assets.ts',
    find: ' || !(await isAcceptedFormat(file))',
    replace: '',
    tests: ['tests/console/image-formats.test.ts'],
  },
  {
    what: 'browsers keep proofs',
    file: 'lib/http/responses.ts',
    find: "type === 'application/pdf' ? 'private, no-store' : 'private, no-cache'",
    replace: "'private, no-cache'",
    tests: ['tests/console/files.test.ts'],
  },
];
