/** What a text is as JSON; `undefined` where it is none, which no JSON is. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE whoever asks says what it means that it is none
    return undefined
  }
}
