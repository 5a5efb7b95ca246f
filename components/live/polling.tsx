'use client';

import { AfterPage } from './after-page.tsx';
import type { PollingProps } from './polling-loop.tsx';

const load = () => import('./polling-loop.tsx');

/**
 * Polls a value, and refreshes the page when the value changes. Loads the script (polling-loop.tsx) after the
 * page.
 */
export const Polling = (props: PollingProps) => <AfterPage load={load} props={props} />;
