/** Tests `npm run test:browsers` on a machine without the browsers. */
import { expect, test } from 'vitest';
import { startProgram } from '#scripts/program.ts';

test('npm run test:browsers names each missing browser and the packages to install, and exits with code 2', async () => {
  const program = startProgram(['tests/browsers/run.ts'], { env: { PATH: '' } });
  expect(await program.ended).toBe('exit code 2');
  expect(program.lastLines().split('\n')).toEqual([
    'Firefox: skipped. To install Firefox on Debian, run apt-get install firefox-esr',
    'WebKitGTK: skipped. To install WebKitGTK on Debian, run apt-get install webkit2gtk-driver xvfb',
  ]);
});
