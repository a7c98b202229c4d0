/** What a chat is called before anybody names it: its first prompt, without a leading `Prompt:` (the specification). */
export function labelOf(prompt: string): string {
  return prompt.replace(/^\s*Prompt:\s*/, '').trim()
}
