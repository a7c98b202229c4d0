import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes read at a time: headers are several megabytes, of which only a few bytes each are used. */
const windowBytes = 1024 * 1024

/** Reads numbers of a file from its beginning, little-endian. A read beyond its end throws {@link EndOfFile}. */
export class FileReader implements Disposable {
  readonly bytes: number
  readonly #file: number
  #window: Buffer = Buffer.alloc(0)
  #windowAt = 0
  #at = 0

  constructor(path: string) {
    this.#file = openSync(path, 'r')
    this.bytes = fstatSync(this.#file).size
  }

  get at(): number {
    return this.#at
  }

  u16(): number {
    return this.#taken(2).readUInt16LE()
  }

  u32(): number {
    return this.#taken(4).readUInt32LE()
  }

  /** Loses precision above 2^53: no file is that long, so such a number is as good as infinite. */
  u64(): number {
    return Number(this.#taken(8).readBigUInt64LE())
  }

  text(bytes: number): string {
    return this.#taken(bytes).toString('utf8')
  }

  skip(bytes: number): void {
    if (!(bytes <= this.bytes - this.#at)) throw new EndOfFile()
    this.#at += bytes
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }

  #taken(bytes: number): Buffer {
    const from = this.#at
    this.skip(bytes)
    const isInWindow = from >= this.#windowAt && this.#at <= this.#windowAt + this.#window.length
    if (!isInWindow) {
      const window = Buffer.allocUnsafe(Math.max(bytes, windowBytes))
      this.#window = window.subarray(0, readSync(this.#file, window, 0, window.length, from))
      this.#windowAt = from
    }
    return this.#window.subarray(from - this.#windowAt, this.#at - this.#windowAt)
  }
}

export class EndOfFile extends Error {
  override readonly name = 'EndOfFile'
}
