const pageBytes = 256 * 1024

/** Keeps copies of bytes for a while, without asking for memory each time: a file may have a million objects. */
export class Shelf {
  #page = new Uint8Array(pageBytes)
  #used = 0

  /** A copy that stays as it is until `clear`. */
  keep(bytes: Uint8Array): Uint8Array {
    if (this.#used + bytes.length > this.#page.length) {
      this.#page = new Uint8Array(Math.max(pageBytes, bytes.length))
      this.#used = 0
    }
    const copy = this.#page.subarray(this.#used, this.#used + bytes.length)
    copy.set(bytes)
    this.#used += bytes.length
    return copy
  }

  /** Nobody looks at what was kept any more. */
  clear(): void {
    this.#used = 0
  }
}
