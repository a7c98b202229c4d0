import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'

/** Requests from the page to the scene worker. One worker handles one request. */
export type SceneRequest =
  | { readonly kind: 'read'; readonly file: File }
  | { readonly kind: 'hash'; readonly file: File }

/** Replies of the worker: any number of `hashing`, then exactly one of the others. */
export type SceneReply =
  | { readonly kind: 'read'; readonly contents: SceneContents }
  /** The file is not a scene; the text is shown to the user. */
  | { readonly kind: 'broken'; readonly text: string }
  | { readonly kind: 'hashing'; readonly bytes: number }
  | { readonly kind: 'hashed'; readonly hashes: readonly string[] }
