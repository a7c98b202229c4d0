/** Metadata of a GGUF file by key; lists of lists are left out. */
export type GgufMetadata = ReadonlyMap<string, GgufValue>
export type GgufValue = string | number | boolean | readonly (string | number | boolean)[]

/** Thrown for bytes that are not a valid header, with the reason. */
export class GgufBroken extends Error {
  override readonly name = 'GgufBroken'
}

const entriesMax = 10_000
const itemsMax = 2_000_000
const textBytesMax = 16 * 1024 * 1024
/** Formats 2 and 3; format 1 was abandoned in 2023. */
const versions: readonly number[] = [2, 3]

/**
 * Parses the metadata at the beginning of a GGUF file: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
 * Returns `undefined` if the bytes end too early. @throws GgufBroken
 */
export function readGgufMetadata(bytes: Buffer): GgufMetadata | undefined {
  try {
    return entriesOf(new Reader(bytes))
  } catch (error) {
    if (error instanceof EndOfBytes) return undefined
    throw error
  }
}

function entriesOf(reader: Reader): GgufMetadata {
  if (reader.take(4).toString('latin1') !== 'GGUF') throw new GgufBroken('it is no GGUF file')
  const version = reader.take(4).readUInt32LE()
  if (!versions.includes(version)) throw new GgufBroken(`it has GGUF version ${version}`)
  reader.count(Number.MAX_SAFE_INTEGER)
  const entries = new Map<string, GgufValue>()
  for (let left = reader.count(entriesMax); left > 0; left -= 1) {
    const key = reader.text()
    const value = valueIn(reader, reader.take(4).readUInt32LE())
    if (value !== undefined) entries.set(key, value)
  }
  return entries
}

const listType = 9

function valueIn(reader: Reader, type: number): GgufValue | undefined {
  if (type !== listType) return readerOf(type)(reader)
  const itemType = reader.take(4).readUInt32LE()
  const items = reader.count(itemsMax)
  if (itemType === listType) throw new GgufBroken('it holds lists of lists')
  const read = readerOf(itemType)
  return Array.from({ length: items }, () => read(reader))
}

type ReadValue = (reader: Reader) => string | number | boolean

function readerOf(type: number): ReadValue {
  const read = readers[type]
  if (read === undefined) throw new GgufBroken(`it holds a value of the unknown type ${type}`)
  return read
}

/** The readers by type number. */
const readers: Readonly<Record<number, ReadValue>> = {
  0: (reader) => reader.take(1).readUInt8(),
  1: (reader) => reader.take(1).readInt8(),
  2: (reader) => reader.take(2).readUInt16LE(),
  3: (reader) => reader.take(2).readInt16LE(),
  4: (reader) => reader.take(4).readUInt32LE(),
  5: (reader) => reader.take(4).readInt32LE(),
  6: (reader) => reader.take(4).readFloatLE(),
  7: (reader) => reader.take(1).readUInt8() !== 0,
  8: (reader) => reader.text(),
  10: (reader) => Number(reader.take(8).readBigUInt64LE()),
  11: (reader) => Number(reader.take(8).readBigInt64LE()),
  12: (reader) => reader.take(8).readDoubleLE(),
}

class EndOfBytes extends Error {}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  take(bytes: number): Buffer {
    const end = this.#at + bytes
    if (end > this.#bytes.length) throw new EndOfBytes()
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  /** Reads a count of elements, at most `max`. */
  count(max: number): number {
    const count = Number(this.take(8).readBigUInt64LE())
    if (count > max) throw new GgufBroken(`it counts ${count} where ${max} are the most`)
    return count
  }

  text(): string {
    return this.take(this.count(textBytesMax)).toString('utf8')
  }
}
