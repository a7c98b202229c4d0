/**
 * Unpacks one zstd frame. There are two implementations: Node's own decoder (`node.ts`), and fzstd (`portable.ts`)
 * where there is none; `#unzstd` in package.json chooses. A hostile frame can keep fzstd busy for very long: a server
 * that reads files of users must use the native one, and a browser reads in a worker that it can terminate.
 */
export interface Unzstd {
  /** Unpacks a whole frame of known unpacked size. Throws what the decoder throws. */
  frame(packed: Uint8Array, unpackedSize: number): Promise<Uint8Array>
  /** Unpacks a frame that is too large for that, chunk by chunk. */
  frameStream(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}
