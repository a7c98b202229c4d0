/** Writes small .blend files with any content: every header version, and deliberate damage. */

export interface Form {
  readonly heads: 'small' | 'large'
  readonly pointerBytes: 4 | 8
  readonly littleEndian: boolean
}

export const forms = {
  before5: { heads: 'small', pointerBytes: 8, littleEndian: true },
  since5: { heads: 'large', pointerBytes: 8, littleEndian: true },
  narrow: { heads: 'small', pointerBytes: 4, littleEndian: true },
  bigEndian: { heads: 'small', pointerBytes: 8, littleEndian: false },
  bigEndianNarrow: { heads: 'small', pointerBytes: 4, littleEndian: false },
} as const satisfies Record<string, Form>

/** Structs by name, with members declared as in C: `'char name[66]'`. Inner structs come before outer ones. */
export type Shapes = Readonly<Record<string, readonly string[]>>
export type Values = Readonly<Record<string, number | bigint | string>>

interface Spot {
  readonly offset: number
  readonly type: string
  readonly isPointer: boolean
}

const basicTypes: Readonly<Record<string, number>> = {
  char: 1,
  short: 2,
  ushort: 2,
  int: 4,
  float: 4,
  double: 8,
  void: 0,
}

export interface BlockOptions {
  /** The address of the first one; pointers refer to it. */
  readonly address?: bigint | number
  /** Overrides the length of the body. */
  readonly length?: number
}

export class BlendWriter {
  readonly #form: Form
  readonly #version: number
  readonly #shapes: Shapes
  readonly #sizes: Record<string, number>
  readonly #spots = new Map<string, Map<string, Spot>>()
  readonly #parts: Uint8Array[] = []

  constructor(shapes: Shapes, form: Form = forms.before5, version = 304) {
    this.#form = form
    this.#version = version
    this.#shapes = { Link: ['void *next', 'void *prev'], ...shapes }
    this.#sizes = { ...basicTypes }
    for (const [name, members] of Object.entries(this.#shapes)) this.#lay(name, members)
    this.#parts.push(bytesOf(this.#header()))
  }

  /** Adds a block with one struct, or with several in a row. */
  block(
    code: string,
    struct: string,
    values: Values | readonly Values[],
    options: BlockOptions = {},
  ) {
    const all: readonly Values[] = isList(values) ? values : [values]
    const body = joined(all.map((one) => this.#fill(struct, one)))
    return this.raw(code, body, { ...options, struct })
  }

  /** Adds a block with raw bytes, as the first struct by default: Blender writes texts like this. */
  raw(code: string, body: Uint8Array, options: BlockOptions & { struct?: string } = {}) {
    const index = Object.keys(this.#shapes).indexOf(options.struct ?? 'Link')
    this.#parts.push(
      this.#head(code, options.length ?? body.length, options.address ?? 0, index),
      body,
    )
    return this
  }

  /** The file so far, with its DNA and its end. */
  bytes(): Uint8Array {
    const dna = this.dna()
    const end = [this.#head('DNA1', dna.length, 0, 0), dna, this.#head('ENDB', 0, 0, 0)]
    return joined([...this.#parts, ...end])
  }

  /** The file without its DNA and end. */
  unfinished(): Uint8Array {
    return joined(this.#parts)
  }

  dna(): Uint8Array {
    const declared = Object.values(this.#shapes).flat().map(partsOf)
    const names = [...new Set(declared.map(({ name }) => name))]
    const types = Object.keys(this.#sizes)
    const shorts = (numbers: readonly number[]) => this.#numbers(2, numbers)
    const structs = Object.entries(this.#shapes).map(([name, members]) =>
      shorts([
        types.indexOf(name),
        members.length,
        ...members.flatMap((member) => {
          const { type, name } = partsOf(member)
          return [types.indexOf(type), names.indexOf(name)]
        }),
      ]),
    )
    return joined([
      bytesOf('SDNANAME'),
      this.#numbers(4, [names.length]),
      padded(bytesOf(names.map((name) => `${name}\0`).join(''))),
      bytesOf('TYPE'),
      this.#numbers(4, [types.length]),
      padded(bytesOf(types.map((type) => `${type}\0`).join(''))),
      bytesOf('TLEN'),
      padded(shorts(types.map((type) => this.#sizes[type] ?? 0))),
      bytesOf('STRC'),
      this.#numbers(4, [structs.length]),
      ...structs,
    ])
  }

  #lay(struct: string, members: readonly string[]): void {
    const spots = new Map<string, Spot>()
    let offset = 0
    for (const member of members) {
      const { type, name, count, isPointer } = partsOf(member)
      const plain = name.replace(/^[*(]+|\[.*|\).*/g, '')
      spots.set(plain, { offset, type, isPointer })
      for (const [inner, spot] of isPointer ? [] : (this.#spots.get(type) ?? []))
        spots.set(`${plain}.${inner}`, { ...spot, offset: offset + spot.offset })
      offset += (isPointer ? this.#form.pointerBytes : (this.#sizes[type] ?? 0)) * count
    }
    this.#spots.set(struct, spots)
    this.#sizes[struct] = offset
  }

  #fill(struct: string, values: Values): Uint8Array {
    const body = new Uint8Array(this.#sizes[struct] ?? 0)
    const view = new DataView(body.buffer)
    for (const [path, value] of Object.entries(values)) {
      const spot = this.#spots.get(struct)?.get(path)
      if (!spot) throw new Error(`${struct} has no ${path}`)
      if (typeof value === 'string') body.set(bytesOf(value), spot.offset)
      else this.#put(view, spot, value)
    }
    return body
  }

  #put(view: DataView, { offset, type, isPointer }: Spot, value: number | bigint): void {
    const little = this.#form.littleEndian
    if (isPointer) this.#putAddress(view, offset, value)
    else if (type === 'short' || type === 'ushort') view.setInt16(offset, Number(value), little)
    else if (type === 'int') view.setInt32(offset, Number(value), little)
    else if (type === 'float') view.setFloat32(offset, Number(value), little)
    else if (type === 'double') view.setFloat64(offset, Number(value), little)
    else view.setInt8(offset, Number(value))
  }

  #putAddress(view: DataView, offset: number, value: number | bigint): void {
    const { pointerBytes, littleEndian } = this.#form
    if (pointerBytes === 8) view.setBigUint64(offset, BigInt(value), littleEndian)
    else view.setUint32(offset, Number(value), littleEndian)
  }

  #head(code: string, length: number, address: number | bigint, index: number): Uint8Array {
    const { heads, pointerBytes, littleEndian: little } = this.#form
    const head = new Uint8Array(heads === 'large' ? 32 : 16 + pointerBytes)
    const view = new DataView(head.buffer)
    head.set(bytesOf(code))
    if (heads === 'large') {
      view.setInt32(4, index, little)
      view.setBigInt64(16, BigInt(length), little)
      view.setBigInt64(24, 1n, little)
    } else {
      view.setInt32(4, length, little)
      view.setInt32(8 + pointerBytes, index, little)
      view.setInt32(12 + pointerBytes, 1, little)
    }
    this.#putAddress(view, 8, address)
    return head
  }

  #header(): string {
    const { heads, pointerBytes, littleEndian } = this.#form
    if (heads === 'large') return `BLENDER17-01v${String(this.#version).padStart(4, '0')}`
    return `BLENDER${pointerBytes === 4 ? '_' : '-'}${littleEndian ? 'v' : 'V'}${this.#version}`
  }

  #numbers(size: 2 | 4, numbers: readonly number[]): Uint8Array {
    const bytes = new Uint8Array(numbers.length * size)
    const view = new DataView(bytes.buffer)
    for (const [index, number] of numbers.entries())
      if (size === 2) view.setUint16(index * 2, number, this.#form.littleEndian)
      else view.setUint32(index * 4, number, this.#form.littleEndian)
    return bytes
  }
}

function partsOf(member: string) {
  const space = member.indexOf(' ')
  const name = member.slice(space + 1)
  const dimensions = [...name.matchAll(/\[(\d+)\]/g)]
  return {
    type: member.slice(0, space),
    name,
    count: dimensions.reduce((count, [, length]) => count * Number(length), 1),
    isPointer: /^[*(]/.test(name),
  }
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function padded(bytes: Uint8Array): Uint8Array {
  return joined([bytes, new Uint8Array((4 - (bytes.length % 4)) % 4)])
}

function isList(values: Values | readonly Values[]): values is readonly Values[] {
  return Array.isArray(values)
}
