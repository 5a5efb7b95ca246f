/** The HTTP server for metrics and the health report, on a port of its own. */
import 'server-only';
import { createServer, type ServerResponse } from 'node:http';
import { log } from '#lib/log.ts';
import { setMetricRecorder } from '#lib/metrics/record.ts';
import { addInternalServer } from '#lib/runtime/internal-servers.ts';
import { createCollector } from './collect.ts';
import { readHealthReport } from './health-report.ts';

const TEXT = 'text/plain; charset=utf-8';

export interface MetricsServer {
  /** The server's port. */
  readonly port: number;
  readonly close: () => Promise<void>;
}

/**
 * Starts recording metrics, and serves them at `/metrics`. Also serves the health report at `/health`. The
 * server doesn't authenticate callers, because only monitoring systems should be able to reach its port.
 * @throws if it can't listen on the host and port
 */
export async function startMetricsServer(host: string, port: number): Promise<MetricsServer> {
  const { createMetricRegistry } = await import('#lib/metrics/registry.ts');
  const registry = createMetricRegistry();
  const collect = createCollector(registry);
  const readers: Readonly<Record<string, () => Promise<readonly [type: string, text: string]>>> = {
    '/metrics': async () => {
      await collect();
      return [registry.contentType, await registry.render()];
    },
    '/health': async () => ['application/json', JSON.stringify(await readHealthReport())],
  };
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    const read = readers[path ?? ''];
    if (!read || !(request.method === 'GET' || request.method === 'HEAD'))
      return respond(response, 404, TEXT, 'Not found\n');
    read().then(
      ([type, text]) => respond(response, 200, type, text),
      (error: unknown) => {
        log().error({ err: error }, 'the metrics could not be read');
        respond(response, 500, TEXT, 'The metrics could not be read.\n');
      },
    );
  });
  addInternalServer(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  // The process ends when the console stops, even if a monitoring system keeps its connection open.
  server.unref();
  setMetricRecorder(registry);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => {
      setMetricRecorder(null);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function respond(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
