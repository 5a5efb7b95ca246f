import type { ServerResponse } from 'node:http';

/** Calls `change` right before the response's headers are sent, when the status and the headers are known. */
export function beforeHeaders(response: ServerResponse, change: (status: number) => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    change(typeof args[0] === 'number' ? args[0] : response.statusCode);
    return writeHead(...args);
  };
}
