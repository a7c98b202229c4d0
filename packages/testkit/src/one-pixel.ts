const base64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A PNG of one pixel. */
export const onePixel: Uint8Array<ArrayBuffer> = new Uint8Array(Buffer.from(base64, 'base64'))
