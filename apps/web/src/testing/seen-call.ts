/** One call that reached the fake network. */
export interface SeenCall {
  /** Method and path: `PATCH /api/machines/mch_…`. */
  to: string
  query: Record<string, string>
  body: unknown
  token: string | undefined
  /** Its idempotency key. */
  key: string | undefined
  /** Aborts when the caller cancels the call. */
  signal: AbortSignal | undefined
}
