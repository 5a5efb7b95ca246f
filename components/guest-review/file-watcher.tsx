'use client';

import { AfterPage } from '#components/live/after-page.tsx';
import type { FilePollingProps } from './file-polling.tsx';

const load = () => import('./file-polling.tsx');

/**
 * Checks for the missing file at increasing intervals, and refreshes the page when the file becomes
 * available.
 */
export const FileWatcher = (props: FilePollingProps) => <AfterPage load={load} props={props} />;
