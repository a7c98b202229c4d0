import { z } from 'zod'

/** How an answer goes wrong, once so many tokens of it are out. */
const Failure = z.enum([
  /** Before anything: HTTP 429, HTTP 500, or a body that is no JSON. */
  'is_full',
  'refuses',
  'answers_nonsense',
  /** In the midst of it: the line is cut, nothing more comes, the stream ends too early, or a line of it is no JSON. */
  'breaks_off',
  'hangs',
  'ends_early',
  'breaks_json',
  /** It goes on as long as somebody reads. */
  'never_ends',
  /** Bytes that are no UTF-8, or a line of 3 MiB. */
  'breaks_utf8',
  'sends_huge_line',
])
export type Failure = z.infer<typeof Failure>

/** How the stand-in makes its answers. */
export const Script = z.object({
  /** What it writes: numbered words, or a text in Markdown over and over. */
  text: z.enum(['words', 'markdown']),
  /** Tokens of an answer that is not cut by `max_tokens`. */
  tokens: z.int().min(0),
  /** From the request to the first token. */
  firstTokenMs: z.number().min(0),
  /** From each token to the next; 0: as fast as they are taken. */
  tokenMs: z.number().min(0),
  /** The tool that it calls in place of an answer. */
  callsTool: z.string().nullable(),
  failure: Failure.nullable(),
  failsAfterTokens: z.int().min(0),
  /** By how much it multiplies what it says that it read and wrote. */
  exaggerates: z.int().min(1),
})
export type Script = z.infer<typeof Script>

export const usualScript: Script = {
  text: 'words',
  tokens: 20,
  firstTokenMs: 0,
  tokenMs: 0,
  callsTool: null,
  failure: null,
  failsAfterTokens: 0,
  exaggerates: 1,
}

/** Made once: a schema is dear to make. */
const Changes = Script.partial()

const mark = 'script:'

/** A prompt that has the stand-in make its answer otherwise than usual, wherever it runs. */
export function promptOf(script: Partial<Script>): string {
  return `${mark}${JSON.stringify(script)}`
}

/** What a prompt says of how to answer it. @throws ZodError where a script is none */
export function scriptIn(prompt: string, usual: Script): Script {
  if (!prompt.startsWith(mark)) return usual
  return { ...usual, ...Changes.parse(JSON.parse(prompt.slice(mark.length))) }
}
