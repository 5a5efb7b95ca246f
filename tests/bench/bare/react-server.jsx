/** Renders the list's page with React alone: without Next, React Server Components, and data for hydration. */
import { createServer } from 'node:http';
import { renderToPipeableStream } from 'react-dom/server';
import { ListPage } from './list-page.jsx';

const Link = ({ prefetch, ...anchor }) => <a {...anchor} />;

createServer((_request, response) => {
  const { pipe } = renderToPipeableStream(
    <html lang="en">
      <body>
        <ListPage Link={Link} part="0" />
      </body>
    </html>,
    {
      onAllReady() {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        pipe(response);
      },
    },
  );
}).listen(Number(process.env.PORT), '127.0.0.1');
