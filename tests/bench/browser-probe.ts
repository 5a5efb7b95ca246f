/**
 * Measures navigations in the browser. Playwright runs `installProbe` in every document before the document's
 * own scripts.
 */

/** The expected result of a click, or of going back or forward. */
export interface Target {
  /** The page's URL, without the origin. */
  readonly path: string;
  /** A selector that matches only the new page's content. */
  readonly content: string;
  /** A selector for content that the new page must not contain, such as the first row of the previous list. */
  readonly without?: string;
}

export interface Measured {
  /** The time from the press to the frame that shows the page's content, in milliseconds. */
  readonly content: number;
  /**
   * The time from the press to the first frame that shows a response, in milliseconds: the pressed link's tint, or the
   * page's content.
   */
  readonly response: number;
  /** The sum and the maximum of the durations of tasks that took at least 50 ms. */
  readonly longTasks: number;
  readonly longestTask: number;
  readonly scrollY: number;
}

/** The largest contentful paint. Times are in milliseconds since the navigation started. */
export interface LargestPaint {
  readonly at: number;
  /** The name of the painted element. */
  readonly element: string;
  /** When the first byte of the document arrived. */
  readonly firstByte: number;
  /** When the request for the painted image started and ended. NaN if the element isn't an image. */
  readonly imageStart: number;
  readonly imageEnd: number;
}

interface Probe {
  /** Resolves when the page shows its content, or rejects after 20 seconds. */
  measure(target: Target, isTraversal: boolean): Promise<Measured>;
  largestPaint(): Promise<LargestPaint>;
  /** The result of the last call to `measure`, which can be awaited later. */
  pending?: Promise<Measured>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

export function installProbe(): void {
  const paints: LargestPaint[] = [];
  new PerformanceObserver((list) => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element; url: string })[]) {
      const [image] = performance.getEntriesByName(entry.url, 'resource') as PerformanceResourceTiming[];
      paints.push({
        at: entry.startTime,
        element: entry.element?.localName ?? 'none',
        firstByte: document?.responseStart ?? Number.NaN,
        imageStart: image?.startTime ?? Number.NaN,
        imageEnd: image?.responseEnd ?? Number.NaN,
      });
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const tasks: PerformanceEntry[] = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });

  /** Resolves after the browser has painted the current content. */
  const painted = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
  const when = (isMet: () => boolean) =>
    new Promise<number>((resolve) => {
      const check = () => {
        if (!isMet()) return;
        observer.disconnect();
        resolve(painted());
      };
      const observer = new MutationObserver(check);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      check();
    });

  window.probe = {
    async largestPaint() {
      // On a slow machine, the network can be idle before the first paint.
      while (paints.length === 0) await painted();
      return paints.at(-1) as LargestPaint;
    },
    async measure({ path, content, without }, isTraversal) {
      const pressedAt = isTraversal
        ? performance.now()
        : await new Promise<number>((resolve) =>
            document.addEventListener('pointerdown', ({ timeStamp }) => resolve(timeStamp), {
              once: true,
              capture: true,
            }),
          );
      const isShown = () =>
        location.pathname + location.search === path &&
        document.querySelector(content) !== null &&
        (without === undefined || document.querySelector(without) === null);
      const [responseAt, contentAt] = await Promise.all([
        Promise.race([
          ...(document.querySelector('a:active') ? [painted()] : []),
          when(() => document.querySelector('a > .page-progress') !== null || isShown()),
        ]),
        when(isShown),
      ]);
      // Long tasks are reported after they end.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const during = tasks
        .filter(({ startTime }) => startTime >= pressedAt && startTime < contentAt)
        .map(({ duration }) => duration);
      return {
        content: contentAt - pressedAt,
        response: responseAt - pressedAt,
        longTasks: during.reduce((sum, each) => sum + each, 0),
        longestTask: Math.max(0, ...during),
        scrollY,
      };
    },
  };
}
