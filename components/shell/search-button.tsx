import { ControlIcon } from '#components/ui/control-icon.tsx';
import { SearchBox } from './search-box.tsx';

/**
 * The search control on every page. With JavaScript, a button that opens the search dialog. Without JavaScript, a form
 * that opens the campaign list or, on phones, a link to the list, which has a search field.
 */
export function SearchButton() {
  const icon = <ControlIcon name="search" className="size-4.5" />;
  return (
    <>
      <form action="/campaigns" className="max-rail:hidden scripted:hidden">
        <input
          type="search"
          name="q"
          placeholder="Search"
          aria-label="Search campaigns"
          className="search-control"
        />
      </form>
      <SearchBox icon={icon} className="search-control search-link">
        {icon}
        <span className="max-rail:hidden">Search</span>
        <kbd className="ml-auto font-sans text-xs max-rail:hidden">/</kbd>
      </SearchBox>
    </>
  );
}
