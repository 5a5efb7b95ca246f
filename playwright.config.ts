import { defineConfig } from '@playwright/test';
import { findChromium } from '#service/render/chromium.ts';

const chromium = await findChromium(process.env.CHROMIUM_PATH);
if (!chromium)
  throw new Error(
    'Chromium doesn’t start on this machine. Set CHROMIUM_PATH to a Chromium executable that does.',
  );

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/support/global-setup.ts',
  // Each worker has its own service and console, and runs one test at a time.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // On a busy machine, a page can take more than ten seconds. Only a test that hangs should time out.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/report.json' }],
  ],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: chromium.executablePath,
      args: chromium.args,
      env: chromium.env,
    },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    screenshot: 'only-on-failure',
  },
});
