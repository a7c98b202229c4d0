/** One call to an endpoint; it counts as in flight, for the circuit breaker and in the stats. */
export interface Attempt {
  firstToken(): void
  /**
   * Ends the call, once. `failed`: the endpoint is at fault. `not_counted`: the caller or no one is (stopped before any
   * output, a prompt that is too long, a full queue).
   */
  end(outcome: 'answered' | 'failed' | 'not_counted', made: AnswerOutput): Measurement
}

/** The output of one call to an endpoint. */
export interface AnswerOutput {
  readonly tokens: number
  /**
   * From the first token to the last, as the machine reports it; the server's own measurement takes precedence if it
   * saw the first token.
   */
  readonly ms?: number | undefined
  /** The time at which the last token arrived, by the server's monotonic clock; defaults to now. */
  readonly endMs?: number
}

/** The timing of one call. */
export interface Measurement {
  readonly firstTokenMs: number | null
  /**
   * From the first token to the last; `null` for fewer than two tokens. Over the whole call if the time of the first
   * token is unknown: such a speed is left out of the endpoint's stats.
   */
  readonly tokensPerS: number | null
}
