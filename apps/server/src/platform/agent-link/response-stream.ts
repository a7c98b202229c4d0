/** An agent's response as it arrives, one JSON value per line. */
export interface ResponseStream {
  /**
   * Returns the next value, unchecked; `undefined` after the last. One call at a time.
   * @throws Refused the agent's own error, `upstream_failed` where it answers badly or its stream breaks,
   * `machine_offline` where its connection ended; the reason of {@link hangUp}
   */
  next(): Promise<unknown>
  /** Ends the response at any point. After the last value it changes nothing. */
  hangUp(reason: Error): void
}
