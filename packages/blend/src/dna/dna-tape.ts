const latin1 = new TextDecoder('latin1')

/** Reads a DNA block from start to end. Throws a RangeError at unexpected data. */
export class DnaTape {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #littleEndian: boolean
  #at = 0

  constructor(bytes: Uint8Array, littleEndian: boolean) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#littleEndian = littleEndian
  }

  /** Reads four characters that must come next. */
  expect(tag: string): void {
    const found = latin1.decode(this.#bytes.subarray(this.#at, this.#at + 4))
    if (found !== tag) throw new RangeError(`expected ${tag} at ${this.#at} of the DNA`)
    this.#at += 4
  }

  /** Reads the number of elements that follow; rejects one that cannot fit, so that no memory is allocated for it. */
  count(elementBytesMin: number): number {
    const count = this.#view.getUint32(this.#at, this.#littleEndian)
    this.#at += 4
    if (count * elementBytesMin > this.#bytes.length - this.#at)
      throw new RangeError(`${count} elements do not fit in the DNA`)
    return count
  }

  many<T>(count: number, read: () => T): T[] {
    return Array.from({ length: count }, read)
  }

  short(): number {
    const value = this.#view.getUint16(this.#at, this.#littleEndian)
    this.#at += 2
    return value
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    if (end < 0) throw new RangeError('a name of the DNA does not end')
    const text = latin1.decode(this.#bytes.subarray(this.#at, end))
    this.#at = end + 1
    return text
  }

  /** Sections start at multiples of four. */
  align(): void {
    this.#at = (this.#at + 3) & ~3
  }
}
