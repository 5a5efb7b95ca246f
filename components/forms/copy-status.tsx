'use client';

import { useState } from 'react';

/** @returns false if the browser denies clipboard access, such as on an insecure origin */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

type CopyResult = 'copied' | 'failed' | null;

/** Returns a function that copies text, and the result for `CopyStatus`. */
export function useCopy() {
  const [result, setResult] = useState<CopyResult>(null);
  const copy = async (text: string) => setResult((await copyText(text)) ? 'copied' : 'failed');
  return { copy, result };
}

/** Says whether text was copied. Screen readers announce the status. */
export function CopyStatus({ result, className = '' }: { result: CopyResult; className?: string }) {
  return (
    <p
      role="status"
      className={`text-sm empty:hidden ${result === 'failed' ? 'text-red' : 'text-green'} ${className}`}
    >
      {result === 'copied' && 'Copied'}
      {result === 'failed' && 'Can’t copy automatically. Select the text, then copy it manually.'}
    </p>
  );
}
