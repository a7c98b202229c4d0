/** The default title of a chat: its first prompt, without a leading `Prompt:` (the specification). */
export function labelOf(prompt: string): string {
  return prompt.replace(/^\s*Prompt:\s*/, '').trim()
}

/**
 * The label as a title of at most `charsMax` characters (UTF-16 units), cut between whole characters. A prompt that is
 * only `Prompt:` keeps it: a title is never empty.
 */
export function titleOf(prompt: string, charsMax: number): string {
  const label = labelOf(prompt)
  const title = label === '' ? prompt.trim() : label
  if (title.length <= charsMax) return title
  // A cut within a surrogate pair leaves its first half, which is not a character.
  return `${title.slice(0, charsMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
