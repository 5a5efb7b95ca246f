/**
 * Simulates an authenticator with a passkey, for tests without a browser. Creates the same bytes as an
 * authenticator with attestation "none" and the algorithm ES256.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

interface Registration {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
}
interface Assertion {
  readonly challenge: string;
  readonly rpId?: string;
}

/** The values that the authenticator reports. */
interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  /** False if the authenticator didn't ask for a PIN, fingerprint, or face. */
  readonly isUserVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

const USER_PRESENT = 0b1;
const USER_VERIFIED = 0b100;
const HAS_CREDENTIAL = 0b100_0000;

export class SoftwarePasskey {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #counter = 0;
  #userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Responds as navigator.credentials.create() does. @param options the console's options, as JSON */
  register(options: string, faults: Faults = {}): string {
    const { challenge, rp, user } = JSON.parse(options) as Registration;
    this.#userHandle = user.id;
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#coseKey(),
    ]);
    const authData = Buffer.concat([this.#header(rp.id ?? '', faults, HAS_CREDENTIAL), credential]);
    const attestationObject = Buffer.concat([
      // A CBOR map with fmt: "none", attStmt: {}, and authData.
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge, faults),
      attestationObject,
    });
  }

  /** Responds as navigator.credentials.get() does. @param options the console's options, as JSON */
  authenticate(options: string, faults: Faults = {}): string {
    const { challenge, rpId = '' } = JSON.parse(options) as Assertion;
    this.#counter = faults.counter ?? this.#counter + 1;
    const authenticatorData = this.#header(rpId, faults, 0);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, faults);
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
      this.#keys.privateKey,
    );
    const userHandle = Buffer.from(faults.userHandle ?? this.#userHandle, 'base64url');
    return this.#answer({ clientDataJSON, authenticatorData, signature, userHandle });
  }

  #header(rpId: string, { isUserVerified = true, ...faults }: Faults, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const flag = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | flags;
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flag]), counter]);
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Faults): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      // A CBOR map with kty: EC2, alg: ES256, crv: P-256, x, and y.
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  #answer(response: Readonly<Record<string, Uint8Array>>): string {
    const encoded = Object.entries(response).map(([name, data]) => [name, base64url(data)]);
    const id = base64url(this.id);
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(encoded),
    });
  }
}
