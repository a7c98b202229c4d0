import { readFileSync } from 'node:fs'

const answer = readFileSync(new URL('../../fixtures/markdown/answer.md', import.meta.url), 'utf8')
/** Splits a text roughly as engines do: a word or a part of one, with the whitespace before it. */
const tokens = `${answer}\n`.match(/\s*\S{1,5}|\s+$/g) ?? []

/** The number of tokens of the whole text, which uses all of GFM; after them it repeats. */
export const markdownTokens = tokens.length

/** The text of a token of Markdown by its number in the answer, from 1. */
export function markdownToken(number: number): string {
  return tokens[(number - 1) % tokens.length] ?? ''
}
