/**
 * An origin whose requests a test sends to one console or another, so that the test decides which release
 * responds.
 */
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';

export interface Switch {
  readonly url: string;
  /** @param choose returns the port of the console that responds to a request for the path */
  readonly route: (choose: (path: string) => number) => void;
  readonly close: () => Promise<void>;
}

export async function startSwitch(): Promise<Switch> {
  let choose: (path: string) => number = () => {
    throw new Error('No console has been chosen.');
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const onward = sendRequest(
      { host: '127.0.0.1', port: choose(path), path, method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`,
    route: (next) => {
      choose = next;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
