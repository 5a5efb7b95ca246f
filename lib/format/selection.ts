/** Text about the campaigns that are selected in a list. */
import { formatCount } from './text.ts';

/**
 * Such as “12 selected, 5 on this page”.
 * @param onPage the number of selected campaigns on the page
 */
export const describeSelected = (count: number, onPage: number): string =>
  `${formatCount(count)} selected${onPage === count ? '' : `, ${formatCount(onPage)} on this page`}`;
