import { z } from 'zod'

/** How an answer fails, after the given number of tokens. */
const Failure = z.enum([
  /** Before the first token: HTTP 429, HTTP 500, or a body that is not JSON. */
  'is_full',
  'refuses',
  'answers_nonsense',
  /** Midway: the connection is cut, nothing more arrives, the stream ends too early, or a line is not JSON. */
  'breaks_off',
  'hangs',
  'ends_early',
  'breaks_json',
  /** Continues for as long as the client reads. */
  'never_ends',
  /** Bytes that are not UTF-8, or a line of 3 MiB. */
  'breaks_utf8',
  'sends_huge_line',
])
export type Failure = z.infer<typeof Failure>

/** How the stand-in generates its answers. */
export const Script = z.object({
  /** The text of an answer: numbered words, or a Markdown text over and over. */
  text: z.enum(['words', 'markdown']),
  /** Tokens of an answer that `max_tokens` does not cut. */
  tokens: z.int().min(0),
  /** From the request to the first token. */
  firstTokenMs: z.number().min(0),
  /** From each token to the next; 0: as fast as they are read. */
  tokenMs: z.number().min(0),
  /** Tokens that it thinks before its text; they count as output. */
  thinks: z.int().min(0),
  /** The name that its answers give to what it thinks: of llama.cpp and vLLM, or of OpenRouter. */
  thinksAs: z.enum(['reasoning_content', 'reasoning']),
  /** The tool that it calls instead of answering. */
  callsTool: z.string().nullable(),
  failure: Failure.nullable(),
  failsAfterTokens: z.int().min(0),
  /** The factor by which it inflates its token counts. */
  exaggerates: z.int().min(1),
})
export type Script = z.infer<typeof Script>

export const usualScript: Script = {
  text: 'words',
  tokens: 20,
  firstTokenMs: 0,
  tokenMs: 0,
  thinks: 0,
  thinksAs: 'reasoning_content',
  callsTool: null,
  failure: null,
  failsAfterTokens: 0,
  exaggerates: 1,
}

/** Created once: building a schema is expensive. */
const Changes = Script.partial()

const mark = 'script:'

/** A prompt that overrides the script of the stand-in, wherever it runs. */
export function promptOf(script: Partial<Script>): string {
  return `${mark}${JSON.stringify(script)}`
}

/** The script in a prompt, over the usual one. @throws ZodError for an invalid script */
export function scriptIn(prompt: string, usual: Script): Script {
  if (!prompt.startsWith(mark)) return usual
  return { ...usual, ...Changes.parse(JSON.parse(prompt.slice(mark.length))) }
}
