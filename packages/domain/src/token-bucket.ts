/** A burst, and a rate per second from then on. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/** Counts what is taken against a {@link Rate}. Time is given to it, in monotonic milliseconds. */
export class TokenBucket {
  readonly #rate: Rate
  #left: number
  #atMs: number

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate
    this.#left = rate.burst
    this.#atMs = nowMs
  }

  /** Takes it whatever is left, and gives the milliseconds until nothing is owed: 0 within the rate. */
  take(amount: number, nowMs: number): number {
    const { burst, perSecond } = this.#rate
    const refilled = this.#left + ((nowMs - this.#atMs) * perSecond) / 1_000
    this.#left = Math.min(burst, refilled) - amount
    this.#atMs = nowMs
    return this.#left >= 0 ? 0 : (-this.#left / perSecond) * 1_000
  }
}
