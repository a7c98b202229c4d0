const pageBytes = 256 * 1024

/** Stores copies of bytes in large pages, without an allocation for each: a file may have a million objects. */
export class ByteArena {
  #page = new Uint8Array(pageBytes)
  #used = 0

  /** Returns a copy that is valid until `clear`. */
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

  /** Reuses the memory; earlier copies must not be read any more. */
  clear(): void {
    this.#used = 0
  }
}
