/** With this text and `suppressHydrationWarning`, React leaves an element's content as the server rendered it. */
const SERVER_CONTENT = '';

/** Keeps what the server rendered, in a `div` with the same class. Empty in a page that a browser renders. */
export const ServerContent = ({ className }: { className: string }) => (
  <div className={className} suppressHydrationWarning>
    {SERVER_CONTENT}
  </div>
);
