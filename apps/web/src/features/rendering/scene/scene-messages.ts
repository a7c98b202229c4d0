import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'

/** What the page asks of the worker that looks into a file. One worker answers one question. */
export type SceneRequest =
  | { readonly kind: 'read'; readonly file: File }
  | { readonly kind: 'hash'; readonly file: File }

/** What the worker answers: `hashing` any number of times, then one of the others, last. */
export type SceneReply =
  | { readonly kind: 'read'; readonly contents: SceneContents }
  /** The file is no scene, in words for a person. */
  | { readonly kind: 'broken'; readonly text: string }
  | { readonly kind: 'hashing'; readonly bytes: number }
  | { readonly kind: 'hashed'; readonly hashes: readonly string[] }
