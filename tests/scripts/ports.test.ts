/** Tests which message operators see if a program can't listen on its port. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, portProblem } from '#scripts/ports.ts';

const at = (name: string) => ({ name, setting: 'HOST' });

it('a port is in use only on the hosts on which another program listens', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const sentence = `Port ${port} is in use by another program. Stop that program first, or set PORT to a free port.`;
  expect(await portProblem(port, 'PORT')).toBe(sentence);
  expect(await portProblem(port, 'PORT', at('127.0.0.1'))).toBe(sentence);
  expect(await portProblem(port, 'PORT', at('0.0.0.0'))).toBe(sentence);
  expect(await portProblem(port, 'PORT', at('127.0.0.2'))).toBeNull();
});

it('for a host that doesn’t belong to this computer, the problem names the setting', async () => {
  const port = await freePort();
  expect(await portProblem(port, 'PORT', at('192.0.2.1'))).toBe(
    'No program can listen on 192.0.2.1 (EADDRNOTAVAIL). Check HOST.',
  );
  expect(await portProblem(port, 'PORT', at('127.0.0.1'))).toBeNull();
});

it.each([0, 65_536, 1.5, Number.NaN])('%s isn’t a valid port', async (port) => {
  expect(await portProblem(port, 'PORT')).toBe('PORT must be a port number from 1 to 65535.');
});
