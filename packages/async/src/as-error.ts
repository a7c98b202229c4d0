/** What was thrown, or why a signal aborted, as an error. */
export function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause))
}
