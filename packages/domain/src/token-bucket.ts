/** A burst, and a sustained rate per second. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/** Limits use to a {@link Rate}. The caller passes the time, in monotonic milliseconds. */
export class TokenBucket {
  readonly #rate: Rate
  #left: number
  #atMs: number

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate
    this.#left = rate.burst
    this.#atMs = nowMs
  }

  /** Takes the amount, whatever is left, and returns the milliseconds until the debt is paid off: 0 within the rate. */
  take(amount: number, nowMs: number): number {
    const { burst, perSecond } = this.#rate
    const refilled = this.#left + ((nowMs - this.#atMs) * perSecond) / 1_000
    this.#left = Math.min(burst, refilled) - amount
    this.#atMs = nowMs
    return this.#left >= 0 ? 0 : (-this.#left / perSecond) * 1_000
  }
}
