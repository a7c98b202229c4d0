import type { BlendHeader } from './header.ts'

/** The header of a block: the kind and length of its body. */
export interface BlockHead {
  /** Four characters as one number; see `blockCode`. */
  readonly code: number
  /** The length of the block's body in bytes. Negative or beyond the end in a damaged file. */
  readonly length: number
  /** Its address in the memory of the Blender that wrote it, which pointers refer to. */
  readonly address: bigint
  /** The struct of the file's DNA that the body is an array of. */
  readonly structIndex: number
}

/** `SC` and `SC\0\0` are the same code. */
export function blockCode(name: string): number {
  let code = 0
  for (let at = 0; at < 4; at += 1) code = code * 256 + (name.charCodeAt(at) || 0)
  return code
}

type Form = Pick<BlendHeader, 'heads' | 'pointerBytes' | 'littleEndian'>

/** Source: `BHead4`, `SmallBHead8` and `LargeBHead8` of `BLO_core_bhead.hh`. */
export function blockHeadBytes({ heads, pointerBytes }: Form): number {
  if (heads === 'large') return 32
  return pointerBytes === 8 ? 24 : 20
}

export function readBlockHead(view: DataView, at: number, form: Form): BlockHead {
  const code = view.getUint32(at)
  const { littleEndian } = form
  if (form.heads === 'large')
    return {
      code,
      structIndex: view.getInt32(at + 4, littleEndian),
      address: view.getBigUint64(at + 8, littleEndian),
      length: Number(view.getBigInt64(at + 16, littleEndian)),
    }
  const wide = form.pointerBytes === 8
  return {
    code,
    length: view.getInt32(at + 4, littleEndian),
    address: wide
      ? view.getBigUint64(at + 8, littleEndian)
      : BigInt(view.getUint32(at + 8, littleEndian)),
    structIndex: view.getInt32(at + (wide ? 16 : 12), littleEndian),
  }
}
