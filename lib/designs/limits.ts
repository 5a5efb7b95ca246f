/** Of one side of a design. The interface gives no limit; form-encoded, both sides fit what services take in a request. */
export const MAX_DESIGN_BYTES = 1024 * 1024;

export const designBytes = (html: string): number => new TextEncoder().encode(html).byteLength;
