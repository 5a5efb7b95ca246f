/** The layout of a campaign's page. The next step is below the proof on phones, and in a sidebar on wide screens. */
export const CAMPAIGN_COLUMNS = {
  grid: 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:grid-rows-[auto_1fr] wide:gap-x-5.5 broad:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_332px]',
  sidebar: 'grid min-w-0 gap-4 wide:row-span-2 broad:col-start-3 broad:row-start-1',
  main: '@container grid min-w-0 gap-4 broad:col-start-2 broad:row-span-2 broad:row-start-1',
} as const;
