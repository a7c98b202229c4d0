/** Values from a machine that wait for their reader, one call at a time. */
export class ValueQueue {
  readonly #onEmpty: () => void
  #values: unknown[] = []
  #read = 0
  #waiter: PromiseWithResolvers<unknown> | undefined
  #failure: Error | undefined
  #isOver = false

  /** `onEmpty`: called when the reader has read all waiting values. */
  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** How many wait for their reader. */
  get length(): number {
    return this.#values.length - this.#read
  }

  /** Values after the end are dropped. */
  give(value: unknown): void {
    if (this.#isOver) return
    const waiter = this.#waiter
    if (waiter === undefined) {
      this.#values.push(value)
      return
    }
    this.#waiter = undefined
    waiter.resolve(value)
    this.#onEmpty()
  }

  /** `undefined`: without a failure. Earlier values are read first. Later calls change nothing. */
  end(failure: Error | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#failure = failure
    const waiter = this.#waiter
    this.#waiter = undefined
    if (failure === undefined) waiter?.resolve(undefined)
    else waiter?.reject(failure)
  }

  /** Returns the next value; `undefined` after the last. @throws the failure given to {@link end} */
  next(): Promise<unknown> {
    if (this.length > 0) return Promise.resolve(this.#take())
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (this.#isOver) return Promise.resolve(undefined)
    this.#waiter = Promise.withResolvers()
    return this.#waiter.promise
  }

  #take(): unknown {
    const value = this.#values[this.#read]
    this.#read += 1
    if (this.length > 0) return value
    this.#values = []
    this.#read = 0
    this.#onEmpty()
    return value
  }
}
