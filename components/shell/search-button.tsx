import { ControlIcon } from '#components/ui/control-icon.tsx';
import { SearchBox } from './search-box.tsx';

const FIELD_CLASS =
  'flex h-9 w-full items-center gap-2 rounded-md border border-edge/60 bg-card px-2.5 rail:mb-2.5';

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
          className={FIELD_CLASS}
        />
      </form>
      <SearchBox
        icon={icon}
        className={`${FIELD_CLASS} text-muted hover:border-edge scriptless:rail:hidden max-rail:order-last max-rail:w-auto! max-rail:border-0 max-rail:bg-transparent max-rail:p-2`}
      >
        {icon}
        <span className="max-rail:hidden">Search</span>
        <kbd className="ml-auto font-sans text-xs max-rail:hidden">/</kbd>
      </SearchBox>
    </>
  );
}
