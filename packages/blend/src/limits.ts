const kiB = 1024
const miB = 1024 * kiB

/**
 * Limits for reading a user's file. Each limit is far beyond what Blender writes; together they keep memory below a
 * constant plus the size of the file, and time in proportion to it.
 */
export const limits = {
  /** Sizes of single reads of a plain file: small after a jump, growing during sequential reading. */
  pageBytesMin: 16 * kiB,
  pageBytesMax: miB,
  /** Compressed bytes that are passed to a decoder at once: up to a thousand times more may come out. */
  feedBytes: 16 * kiB,
  /** A zstd frame that is unpacked whole. Blender's have 2 MiB at most (`ZSTD_BUFFER_SIZE`). */
  frameBytes: 16 * miB,
  /** The largest window of a zstd frame that is unpacked as a stream. */
  windowBytes: 32 * miB,
  /** Unpacked bytes in proportion to packed ones, past `unpackedBytesFree`. */
  unpackedRatio: 200,
  unpackedBytesFree: 512 * miB,
  blocks: 20_000_000,
  /** Data-blocks that are inspected: objects, images, scenes and so on. */
  dataBlocks: 2_000_000,
  /** The DNA of the file; Blender 5.0's has 132 KB. */
  dnaBytes: 8 * miB,
  /** A block that is inspected; longer ones are pictures, meshes and other bulk. */
  bodyBytes: 64 * kiB,
  /** All inspected blocks of one data-block (an object, a scene). */
  bodiesBytes: 16 * miB,
  thumbnailPixels: 512,
  /** Links followed in one list, so that a cyclic list ends. */
  listLength: 20_000,
  zipEntries: 100_000,
  /** The directory at the end of a zip: 100,000 entries of 600 bytes. */
  zipListBytes: 64 * miB,
  zipBlends: 50,
  zipUnpackedRatio: 200,
  zipUnpackedBytesFree: 1024 * miB,
} as const
