'use client';

import { AfterPage } from '#components/live/after-page.tsx';
import type { RunPollingProps } from './run-polling.tsx';

const load = () => import('./run-polling.tsx');

/** Polls a payment run while a payment is being confirmed or a campaign is being scheduled. */
export const RunWatcher = (props: RunPollingProps) => <AfterPage load={load} props={props} />;
