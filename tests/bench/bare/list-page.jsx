/** The page with links, icons, forms, and a table, as both servers render it. */

const range = (length) => Array.from({ length }, (_, i) => i);

const Icon = () => (
  <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" className="icon">
    <path d="M4 6h16M4 12h16M4 18h16" />
  </svg>
);

/** The key makes React replace the whole page when its part changes, as in a navigation between two routes. */
export const ListPage = ({ Link, part }) => (
  <div key={part} className="shell" data-part={part}>
    <nav className="navigation">
      {range(12).map((i) => (
        <Link key={i} href={`/list?part=${i}`} prefetch={false} className="navigation-link">
          <Icon />
          <span className="label">Part number {i}</span>
        </Link>
      ))}
    </nav>
    <main>
      <h1>Part {part}</h1>
      <ul className="tabs">
        {range(8).map((i) => (
          <li key={i}>
            <Link href={`/list?tab=${i}`} prefetch={false} className="tab">
              Tab number {i} <span className="count">{i * 12}</span>
            </Link>
          </li>
        ))}
      </ul>
      {range(6).map((i) => (
        <form key={i} action="/list" className="filter">
          <input type="hidden" name="sort" value={`column-${i}`} />
          <label className="field">
            <span className="label">Field number {i}</span>
            <select name={`field-${i}`} className="control">
              {range(6).map((option) => (
                <option key={option} value={option}>
                  Option number {option}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="button button-plain">
            <Icon /> Apply
          </button>
        </form>
      ))}
      <table className="list">
        <thead>
          <tr>
            {range(8).map((i) => (
              <th key={i} scope="col">
                <Link href={`/list?sort=${i}`} prefetch={false} className="sort">
                  Column {i}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {range(12).map((row) => (
            <tr key={row}>
              {range(8).map((i) => (
                <td key={i} className="cell">
                  <span className="value">
                    Value {row}.{i}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  </div>
);
