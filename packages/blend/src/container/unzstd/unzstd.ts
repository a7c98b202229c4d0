/**
 * Unpacking one zstd frame. Two do it: Node's own decoder (`node.ts`) and fzstd (`portable.ts`) where there is none;
 * `#unzstd` in package.json chooses. A hostile frame can keep fzstd busy for very long: where strangers' files are
 * read for others it must be the native one, and a browser reads in a worker that it can end.
 */
export interface Unzstd {
  /** A whole frame, whose unpacked size is known. Throws what the decoder throws. */
  frame(packed: Uint8Array, unpackedSize: number): Promise<Uint8Array>
  /** A frame that is too large for that, piece by piece. */
  frameStream(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}
