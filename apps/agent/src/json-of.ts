/** Parses a text as JSON; `undefined` where it is not JSON, a value that no JSON text has. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE the caller decides what a text that is not JSON means
    return undefined
  }
}
