import { SceneBroken } from '../scene-broken.ts'

/**
 * The format of a .blend: the kind of machine and the Blender that wrote it.
 * Sources: the header as `BLO_readfile` reads it; Blender 5.0's as described in the release notes of 4.5 and 5.0
 * ("BLENDER17-01v0500": size of the header, pointer size, format version, endianness, version).
 */
export interface BlendHeader {
  /** The length of the header itself; the first block follows it. */
  readonly bytes: number
  readonly pointerBytes: 4 | 8
  readonly littleEndian: boolean
  /** `large`: since Blender 5.0, lengths of 64 bits. */
  readonly heads: 'small' | 'large'
  /** Blender's version number: 304 is 3.4, 278 is 2.78, 500 is 5.0. */
  readonly version: number
}

export const headerBytesMax = 17

const before5 = /^BLENDER([_-])([vV])(\d{3})/
const since5 = /^BLENDER(\d\d)-(\d\d)v(\d{4})/

/** Throws `SceneBroken` for a header that no known Blender writes. */
export function readHeader(bytes: Uint8Array): BlendHeader {
  const text = String.fromCharCode(...bytes.subarray(0, headerBytesMax))
  const [, pointers, endian, old] = before5.exec(text) ?? []
  if (old)
    return {
      bytes: 12,
      pointerBytes: pointers === '_' ? 4 : 8,
      littleEndian: endian === 'v',
      heads: 'small',
      version: Number(old),
    }
  const [, size, format, version] = since5.exec(text) ?? []
  if (!version) throw new SceneBroken('not_a_blend', 'This is not a Blender file.')
  if (size !== '17' || format !== '01')
    throw new SceneBroken(
      'unsupported',
      'The file was saved by a newer version of Blender that is not supported yet.',
    )
  return {
    bytes: 17,
    pointerBytes: 8,
    littleEndian: true,
    heads: 'large',
    version: Number(version),
  }
}

/** The version for users: `2.78`, `3.4`, `5.0`. */
export function versionName(version: number): string {
  const major = Math.floor(version / 100)
  const minor = version % 100
  return major < 3 ? `${major}.${String(minor).padStart(2, '0')}` : `${major}.${minor}`
}
