import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { TransferMark } from './transfer-speed.ts'

/** Progress of a chosen file towards a render job. */
export type UploadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly file: File }
  /** The file is not a scene; the text explains why. */
  | { readonly kind: 'broken'; readonly file: File; readonly text: string }
  /** The file was read; nothing was uploaded. */
  | ({ readonly kind: 'read' } & ReadFile)
  | ({ readonly kind: 'hashing'; readonly bytes: number } & ReadFile)
  | ({
      readonly kind: 'sending'
      readonly line: LineState
      readonly marks: readonly TransferMark[]
    } & ReadFile)
  /** All bytes are uploaded, and the server checks the file. */
  | ({ readonly kind: 'finishing' } & ReadFile)
  | ({ readonly kind: 'failed'; readonly error: unknown } & ReadFile)
  /** A draft was created; `nothing` was sent if the account already had this content. */
  | ({
      readonly kind: 'ready'
      readonly job: RenderJob
      readonly sent: 'all' | 'nothing'
    } & ReadFile)

export interface ReadFile {
  readonly file: File
  readonly contents: SceneContents
}

/** `waiting`: the connection is lost and will be retried automatically. */
export type LineState = 'open' | 'paused' | 'waiting'

/** Whether leaving the page would interrupt an upload. */
export function isUploading({ kind }: UploadState): boolean {
  return kind === 'hashing' || kind === 'sending' || kind === 'finishing'
}
