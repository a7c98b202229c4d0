import type { Dna } from '../dna/dna.ts'
import { Struct } from '../dna/struct.ts'
import type { BlockHead } from '../file/block-head.ts'

interface Body {
  readonly head: BlockHead
  readonly bytes: Uint8Array
}

/**
 * A data-block ("ID": a scene, an object, an image) with those of the following blocks that were kept: the blocks it
 * owns, found by address.
 */
export class DataBlock {
  readonly #dna: Dna
  readonly #owned = new Map<bigint, Body>()
  readonly address: bigint
  readonly self: Struct

  constructor(dna: Dna, own: Body, type = dna.structs[own.head.structIndex]) {
    this.#dna = dna
    this.address = own.head.address
    this.self = new Struct(dna, type ?? nothing, own.bytes)
  }

  /** The name without the two characters of its kind that Blender puts before it. */
  get name(): string {
    return (this.self.text('id.name') ?? this.self.text('name') ?? '').slice(2)
  }

  keep(head: BlockHead, bytes: Uint8Array): void {
    this.#owned.set(head.address, { head, bytes })
  }

  /** The data-block that an address points at; the first element of an array. */
  at(address: bigint | undefined): Struct | undefined {
    const body = address === undefined ? undefined : this.#owned.get(address)
    return body && this.#struct(body)
  }

  /** The data-block that a member points at. */
  follow(from: Struct | undefined, path: string): Struct | undefined {
    return this.at(from?.pointer(path))
  }

  /** The number of elements of the array at an address. */
  lengthAt(address: bigint | undefined): number {
    const body = address === undefined ? undefined : this.#owned.get(address)
    const type = body && this.#dna.structs[body.head.structIndex]
    return type && type.bytes > 0 ? Math.floor(body.bytes.length / type.bytes) : 0
  }

  /** All structs of one type that it owns. */
  *owned(type: string): Generator<Struct> {
    for (const body of this.#owned.values())
      if (this.#dna.structs[body.head.structIndex]?.name === type) yield this.#struct(body)
  }

  #struct({ head, bytes }: Body): Struct {
    return new Struct(this.#dna, this.#dna.structs[head.structIndex] ?? nothing, bytes)
  }
}

const nothing = { name: '', bytes: 0, fields: new Map() }
