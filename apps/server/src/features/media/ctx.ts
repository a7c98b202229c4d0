import type { Ctx } from '../../platform/ctx.ts'
import type { Files } from '../../platform/files/files.ts'
import type { Encoder } from './encoding/encoder.ts'

/** The adapters that this feature makes. */
export interface MediaAdapters {
  /** `undefined` where ffmpeg or bubblewrap is not installed. */
  readonly mediaEncoder: Encoder | undefined
  /** Signs the addresses of files. */
  readonly mediaAddressSecret: string
  /** The largest video that may be uploaded. */
  readonly mediaVideoBytesMax: number
}

/** The context of this feature. */
export interface MediaCtx extends Ctx, MediaAdapters {
  readonly files: Files
  readonly publicUrl: string
}
