/** An agent's answer as it arrives, one JSON value per line. */
export interface ResponseStream {
  /**
   * The next value, which nobody has checked; `undefined` after the last. One call at a time.
   * @throws Refused as the agent refused, `upstream_failed` where it answers badly or its stream breaks, `machine_offline`
   * where its connection ended; what {@link hangUp} was given
   */
  next(): Promise<unknown>
  /** Ends it, whatever is under way. After the last value it changes nothing. */
  hangUp(reason: Error): void
}
