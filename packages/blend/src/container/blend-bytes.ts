import type { BlendCompression } from '@gridloom/contract/rendering/blend-facts'

/** The bytes of a .blend as Blender sees them, whatever container holds them. */
export interface BlendBytes extends AsyncDisposable {
  readonly compression: BlendCompression
  /** The number of bytes; `undefined` where it is known only at the end. */
  readonly size: number | undefined
  /**
   * The bytes from `offset`: at least `least` unless the file ends before, and more where they come for free.
   * They are valid until the next call.
   */
  load(offset: number, least: number): Promise<Uint8Array>
}
