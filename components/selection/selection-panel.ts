/** The part of the selection that isn't needed until a campaign is selected. Loaded after the page. */

export { recallSelection, rememberSelection } from './remembered-selection.ts';
export { SelectionBar } from './selection-bar.tsx';
