'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import type { LiveCampaignProps } from './live-campaign.tsx';

const LiveCampaign = lazy(() =>
  import('./live-campaign.tsx').then(({ LiveCampaign }) => ({ default: LiveCampaign })),
);

/** Watching begins once the page stands: its 6 KB of script need not come before it. */
export function LiveLater(props: LiveCampaignProps) {
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return (
    stands && (
      <Suspense fallback={null}>
        <LiveCampaign {...props} />
      </Suspense>
    )
  );
}
