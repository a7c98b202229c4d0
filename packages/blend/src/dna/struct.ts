import type { Dna, Field, StructType } from './dna.ts'

const utf8 = new TextDecoder()

interface Place {
  readonly field: Field
  /** The offset from the start of the outer struct. */
  readonly offset: number
}

/**
 * One struct in the bytes of a block, read by the names of its members: `r.im_format.imtype`. A member that this file's
 * Blender did not have, or that a damaged block is too short for, is `undefined`.
 */
export class Struct {
  readonly type: StructType
  readonly #dna: Dna
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(dna: Dna, type: StructType, bytes: Uint8Array) {
    this.#dna = dna
    this.type = type
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** A number of any size; of an array, the first. */
  number(path: string): number | undefined {
    const place = this.#find(path)
    if (!place || place.field.isPointer) return undefined
    const { type } = place.field
    const reader = numberReaders.get(type)
    if (!reader || place.offset + reader.bytes > this.#bytes.length) return undefined
    return reader.read(this.#view, place.offset, this.#dna.littleEndian)
  }

  /** Eight bytes as a double, wherever they are: IDProperties store one in the place of two ints. */
  doubleAt(path: string): number | undefined {
    const place = this.#find(path)
    if (!place || place.offset + 8 > this.#bytes.length) return undefined
    return this.#view.getFloat64(place.offset, this.#dna.littleEndian)
  }

  /** Likewise a float. */
  floatAt(path: string): number | undefined {
    const place = this.#find(path)
    if (!place || place.offset + 4 > this.#bytes.length) return undefined
    return this.#view.getFloat32(place.offset, this.#dna.littleEndian)
  }

  /** Text in an array of chars. */
  text(path: string): string | undefined {
    const place = this.#find(path)
    if (place?.field.type !== 'char' || place.field.isPointer) return undefined
    return nullTerminatedText(this.#bytes.subarray(place.offset, place.offset + place.field.bytes))
  }

  /** An address; `undefined` for a null pointer. */
  pointer(path: string): bigint | undefined {
    const place = this.#find(path)
    const { pointerBytes, littleEndian } = this.#dna
    if (!place?.field.isPointer || place.offset + pointerBytes > this.#bytes.length)
      return undefined
    const address =
      pointerBytes === 8
        ? this.#view.getBigUint64(place.offset, littleEndian)
        : BigInt(this.#view.getUint32(place.offset, littleEndian))
    return address === 0n ? undefined : address
  }

  #find(path: string): Place | undefined {
    let type: StructType | undefined = this.type
    let field: Field | undefined
    let offset = 0
    for (const name of path.split('.')) {
      if (field?.isPointer) return undefined
      field = type?.fields.get(name)
      if (!field) return undefined
      offset += field.offset
      type = this.#dna.byName.get(field.type)
    }
    return field && { field, offset }
  }
}

/** UTF-8 up to the first zero. */
export function nullTerminatedText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return utf8.decode(end < 0 ? bytes : bytes.subarray(0, end))
}

interface NumberReader {
  readonly bytes: number
  read(view: DataView, at: number, littleEndian: boolean): number
}

const byte: NumberReader = { bytes: 1, read: (view, at) => view.getInt8(at) }
const int: NumberReader = { bytes: 4, read: (view, at, little) => view.getInt32(at, little) }

/** The types of DNA. `long` is an int there, on every machine. */
const numberReaders: ReadonlyMap<string, NumberReader> = new Map(
  Object.entries({
    char: byte,
    int8_t: byte,
    uchar: { bytes: 1, read: (view, at) => view.getUint8(at) },
    short: { bytes: 2, read: (view, at, little) => view.getInt16(at, little) },
    ushort: { bytes: 2, read: (view, at, little) => view.getUint16(at, little) },
    int,
    long: int,
    float: { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) },
    double: { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) },
  }),
)
