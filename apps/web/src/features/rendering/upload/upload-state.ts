import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { Mark } from './transfer-speed.ts'

/** Where a file that was chosen is on its way to a render job. */
export type UploadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly file: File }
  /** It is no scene; why, in words. */
  | { readonly kind: 'broken'; readonly file: File; readonly text: string }
  /** It was read, and nothing of it was sent. */
  | ({ readonly kind: 'read' } & ReadFile)
  | ({ readonly kind: 'hashing'; readonly bytes: number } & ReadFile)
  | ({ readonly kind: 'sending'; readonly line: Line; readonly marks: readonly Mark[] } & ReadFile)
  /** All is sent, and the server looks at it. */
  | ({ readonly kind: 'finishing' } & ReadFile)
  | ({ readonly kind: 'failed'; readonly error: unknown } & ReadFile)
  /** A draft stands; `nothing` was sent where the account had this content already. */
  | ({
      readonly kind: 'ready'
      readonly job: RenderJob
      readonly sent: 'all' | 'nothing'
    } & ReadFile)

export interface ReadFile {
  readonly file: File
  readonly contents: SceneContents
}

/** `waiting`: the connection is lost, and tried again by itself. */
export type Line = 'open' | 'paused' | 'waiting'

/** Whether leaving the page would stop something under way. */
export function isUnderWay({ kind }: UploadState): boolean {
  return kind === 'hashing' || kind === 'sending' || kind === 'finishing'
}
