/**
 * Recognizes next-auth's encrypted tokens by their algorithms. next-auth accepts tokens with any algorithm that its
 * library supports. Some algorithms, such as PBES2, let a caller without the key cause expensive computations.
 */

/** The beginning of each token that next-auth creates: the header, and an empty key. */
const OWN_TOKEN = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}..`;
/** An encrypted token has five parts. */
const ENCRYPTED = /^(?:[^.]*\.){4}[^.]*$/;

/** Whether a token uses the same algorithms as next-auth's new tokens. The token can still be forged. */
export const hasOwnAlgorithms = (token: string): boolean => token.startsWith(OWN_TOKEN);

/** Whether a cookie's value is a token that was encrypted with other algorithms. */
export const isForeignToken = (value: string): boolean => ENCRYPTED.test(value) && !hasOwnAlgorithms(value);
