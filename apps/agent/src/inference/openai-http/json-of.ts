/** What a text is as JSON; nothing where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE what is not JSON is shown as the text it is
    return undefined
  }
}
