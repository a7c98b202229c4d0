import { readFileSync } from 'node:fs'

const answer = readFileSync(new URL('../../fixtures/markdown/answer.md', import.meta.url), 'utf8')
/** About as engines cut a text: a word or a piece of one, with the blanks before it. */
const tokens = `${answer}\n`.match(/\s*\S{1,5}|\s+$/g) ?? []

/** So many tokens are a whole text, with all that GFM has; behind them it begins anew. */
export const markdownTokens = tokens.length

/** The text of a token of Markdown by its number in the answer, from 1. */
export function markdownToken(number: number): string {
  return tokens[(number - 1) % tokens.length] ?? ''
}
