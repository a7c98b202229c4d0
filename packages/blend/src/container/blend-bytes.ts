import type { BlendCompression } from '@gridloom/contract/rendering/blend-facts'

/** The uncompressed bytes of a .blend, whatever its container. */
export interface BlendBytes extends AsyncDisposable {
  readonly compression: BlendCompression
  /** The number of bytes; `undefined` if it is known only at the end. */
  readonly size: number | undefined
  /**
   * Returns the bytes from `offset`: at least `least` unless the file ends before, and more if they are available
   * anyway.
   * They are valid until the next call.
   */
  load(offset: number, least: number): Promise<Uint8Array>
}
