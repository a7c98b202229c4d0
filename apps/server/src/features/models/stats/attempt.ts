/** One call to an endpoint, counted as in flight, by its breaker and in its stats. */
export interface Attempt {
  firstToken(): void
  /**
   * Ends it, once. `failed`: the endpoint's fault. `not_counted`: nobody's or the caller's (stopped before anything came,
   * a prompt that is too long, a full queue).
   */
  end(outcome: 'answered' | 'failed' | 'not_counted', made: AnswerOutput): Measurement
}

/** The output of one call to an endpoint. */
export interface AnswerOutput {
  readonly tokens: number
  /** From the first token to the last, as reported; our own measurement wins where we saw the first token. */
  readonly ms?: number | undefined
  /** When the last token arrived, by our monotonic clock; now by default. */
  readonly endMs?: number
}

/** The timing of one call. */
export interface Measurement {
  readonly firstTokenMs: number | null
  /**
   * From the first token to the last; `null` for fewer than two. Over the whole call where the time of the first token is
   * unknown: that does not count in the endpoint's stats.
   */
  readonly tokensPerS: number | null
}
