/** Creates a certificate for a proxy on this computer. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Certificate {
  /** The certificate that clients must trust, in PEM format. */
  readonly pem: string;
  readonly certificateFile: string;
  readonly keyFile: string;
  /** A file with the certificate and its key. */
  readonly combinedFile: string;
}

/** @param folder the folder for the certificate's files */
export async function createCertificate(folder: string): Promise<Certificate> {
  const files = {
    certificateFile: join(folder, 'certificate.pem'),
    keyFile: join(folder, 'key.pem'),
    combinedFile: join(folder, 'combined.pem'),
  };
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', files.keyFile, '-out', files.certificateFile],
  ]);
  const [pem, key] = await Promise.all([
    readFile(files.certificateFile, 'utf8'),
    readFile(files.keyFile, 'utf8'),
  ]);
  await writeFile(files.combinedFile, pem + key, { mode: 0o600 });
  return { pem, ...files };
}
