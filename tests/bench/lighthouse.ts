/**
 * `npm run lighthouse`: audits every page with Lighthouse's mobile and desktop profiles. Fails if a page's
 * median score or median largest contentful paint is worse than its limit. To audit only some pages, add
 * their routes: `npm run lighthouse -- / '/campaigns/[id]'`.
 */
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { freePort } from '#scripts/ports.ts';
import { waitForProofs } from '../support/campaigns.ts';
import { startTestConsole } from '../support/console.ts';
import { startTestService } from '../support/service.ts';
import { createVisits } from '../support/visits.ts';
import { requireChromium, signInContext, waitForIndex } from './chromium.ts';

const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100 };
const MAX_LARGEST_PAINT_MS = 2_500;
const PROFILES = { mobile: undefined, desktop: desktopConfig };

type Category = keyof typeof MIN_SCORES;
const CATEGORIES = Object.keys(MIN_SCORES) as Category[];

/** Pages that people open without signing in. */
const PUBLIC_ROUTES = /^\/(login|join|share|pay)(\/|$)/;

/**
 * Chromium logs every 404 as an error, which lowers the error page's score. The start page redirects to
 * another page, which is audited separately.
 */
const SKIPPED_ROUTES: ReadonlySet<string> = new Set(['/_not-found', '/start']);

interface Audit {
  readonly scores: Readonly<Record<Category, number>>;
  /** The time until the largest contentful paint, in milliseconds. */
  readonly largestPaint: number;
  /** The titles of the accessibility and best-practice audits that failed. */
  readonly failures: readonly string[];
}

async function audit(url: string, profile: keyof typeof PROFILES, port: number): Promise<Audit> {
  const flags = {
    port,
    logLevel: 'error' as const,
    onlyCategories: CATEGORIES,
    disableFullPageScreenshot: true,
  };
  const result = await lighthouse(url, flags, PROFILES[profile]);
  if (!result) throw new Error(`Lighthouse didn’t audit ${url}.`);
  const { audits, categories, finalDisplayedUrl, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse didn’t audit ${url}: ${runtimeError.message}`);
  if (finalDisplayedUrl !== url) throw new Error(`${url} redirected to ${finalDisplayedUrl}.`);
  const failures = CATEGORIES.filter((category) => category !== 'performance').flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => audits[id]?.title ?? id),
  );
  return {
    scores: {
      performance: scorePercent(categories.performance?.score),
      accessibility: scorePercent(categories.accessibility?.score),
      'best-practices': scorePercent(categories['best-practices']?.score),
    },
    largestPaint: audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY,
    failures,
  };
}

const scorePercent = (score: number | null | undefined) => Math.round((score ?? 0) * 100);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Prints the medians of a page's audits. @returns true if every median is within its limit */
function report(profile: string, route: string, audits: readonly Audit[]): boolean {
  const scores = CATEGORIES.map((category) => ({
    score: median(audits.map((each) => each.scores[category])),
    min: MIN_SCORES[category],
  }));
  const paint = median(audits.map(({ largestPaint }) => largestPaint));
  const isSlow = paint > MAX_LARGEST_PAINT_MS;
  const columns = scores.map(({ score, min }) => `${score}${score < min ? '!' : ' '}`.padStart(8));
  const seconds = `${(paint / 1000).toFixed(2)} s${isSlow ? '!' : ' '}`;
  console.log(`${profile.padEnd(8)}${columns.join('')}${seconds.padStart(10)}  ${route}`);
  for (const failure of new Set(audits.flatMap(({ failures }) => failures)))
    console.log(`          ${failure}`);
  return !isSlow && scores.every(({ score, min }) => score >= min);
}

const { executablePath, args, env } = await requireChromium();
const service = await startTestService();
const mailroom = await startTestConsole(service, {
  LOG_LEVEL: 'error',
  CARD_FIELDS_URL: `${service.url}/card-form`,
});
const port = await freePort();
// Lighthouse uses the browser's default context, so the session cookie must be in that context.
const context = await chromium.launchPersistentContext('', {
  executablePath,
  args: [...args, `--remote-debugging-port=${port}`],
  env,
  baseURL: mailroom.url,
});
let isWithinLimits = true;
try {
  await signInContext(context, 'admin');
  const admin = context.pages()[0] ?? (await context.newPage());
  const visits = Object.entries(await createVisits(service, mailroom, admin));
  await waitForProofs(service);
  await waitForIndex(context);
  await admin.goto('about:blank');
  const chosen = process.argv.slice(2);
  console.log('profile  perform. access. practic.  largest paint, page');
  for (const [route, path] of visits) {
    if (SKIPPED_ROUTES.has(route) || (chosen.length > 0 && !chosen.includes(route))) continue;
    await context.clearCookies();
    // Some pages ask members who signed in more than ten minutes ago to confirm their identity.
    if (!PUBLIC_ROUTES.test(route)) await signInContext(context, 'admin');
    for (const profile of Object.keys(PROFILES) as (keyof typeof PROFILES)[]) {
      const audits: Audit[] = [];
      for (let run = 0; run < RUNS; run++) {
        audits.push(await audit(new URL(path, mailroom.url).href, profile, port));
      }
      if (!report(profile, route, audits)) isWithinLimits = false;
    }
  }
} finally {
  await context.close();
  await mailroom.remove();
  await service.remove();
}
console.log(isWithinLimits ? 'Every page is within the limits.' : 'Pages marked with ! exceed a limit.');
process.exitCode = isWithinLimits ? 0 : 1;
