import type { FileKind } from '@gridloom/contract/files/file-entry'
import type { FoundFile } from './file-source.ts'
import { kindOf, modeOf } from './sftp/attributes.ts'

/** A tar archive is made of blocks of this size. */
export const tarBlockBytes = 512

const typeFlags = { file: '0', symlink: '2', folder: '5' } as const
const longName = 'L'
const longTarget = 'K'
const nameBytesMax = 100
/** The largest number in twelve octal digits, the last of which is a space or NUL. */
const octalMax = 8 ** 11

/**
 * The header of a tar entry in the format of GNU tar, which has names of any bytes and length: a pax header would have to
 * be UTF-8. `undefined` for what an archive cannot have, such as a socket. Source: GNU tar manual, "Basic Tar Format".
 */
export function tarHeader(path: Buffer, file: FoundFile, sizeBytes: number): Buffer | undefined {
  const kind = kindOf(file.attributes)
  if (kind === 'other') return undefined
  const name = kind === 'folder' ? Buffer.concat([path, Buffer.from('/')]) : path
  const target = (kind === 'symlink' ? file.target : undefined) ?? Buffer.alloc(0)
  return Buffer.concat([
    ...longField(longTarget, target),
    ...longField(longName, name),
    header({ name, target, kind, file, sizeBytes }),
  ])
}

/** Fills up the last block of a content. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((tarBlockBytes - (bytes % tarBlockBytes)) % tarBlockBytes)
}

/** Two empty blocks end an archive. */
export const tarEnd = Buffer.alloc(2 * tarBlockBytes)

/** An entry that holds a name or target of more than 100 bytes for the next one. */
function longField(flag: string, value: Buffer): Buffer[] {
  if (value.length <= nameBytesMax) return []
  const content = Buffer.concat([value, Buffer.alloc(1)])
  const block = emptyHeader({ name: Buffer.from('././@LongLink'), sizeBytes: content.length, flag })
  return [withSum(block), content, tarPadding(content.length)]
}

interface TarEntry {
  name: Buffer
  target: Buffer
  kind: Exclude<FileKind, 'other'>
  file: FoundFile
  sizeBytes: number
}

function header({ name, target, kind, file, sizeBytes }: TarEntry): Buffer {
  const { userId, groupId, modifiedS } = file.attributes
  const block = emptyHeader({
    name,
    sizeBytes: kind === 'file' ? sizeBytes : 0,
    flag: typeFlags[kind],
  })
  block.write(octal(modeOf(file.attributes), 8), 100, 'latin1')
  writeNumber(block, { value: userId, at: 108, bytes: 8 })
  writeNumber(block, { value: groupId, at: 116, bytes: 8 })
  writeNumber(block, { value: modifiedS, at: 136, bytes: 12 })
  target.copy(block, 157, 0, nameBytesMax)
  block.write((file.user ?? '').slice(0, 31), 265, 'latin1')
  block.write((file.group ?? '').slice(0, 31), 297, 'latin1')
  return withSum(block)
}

function emptyHeader({
  name,
  sizeBytes,
  flag,
}: {
  name: Buffer
  sizeBytes: number
  flag: string
}): Buffer {
  const block = Buffer.alloc(tarBlockBytes)
  name.copy(block, 0, 0, nameBytesMax)
  writeNumber(block, { value: sizeBytes, at: 124, bytes: 12 })
  block.write(flag, 156, 'latin1')
  block.write('ustar  \0', 257, 'latin1')
  return block
}

interface NumberField {
  value: number
  at: number
  bytes: number
}

/** Octal digits; a number that needs more is written to base 256, as GNU tar does. */
function writeNumber(block: Buffer, { value, at, bytes }: NumberField): void {
  if (value < Math.min(octalMax, 8 ** (bytes - 1))) {
    block.write(octal(value, bytes), at, 'latin1')
    return
  }
  block[at] = 0x80
  let rest = value
  for (let byte = at + bytes - 1; byte > at; byte -= 1) {
    block[byte] = rest % 256
    rest = Math.floor(rest / 256)
  }
}

function octal(value: number, bytes: number): string {
  return `${value.toString(8).padStart(bytes - 1, '0')}\0`
}

/** The sum of all bytes, with its own field as spaces. */
function withSum(block: Buffer): Buffer {
  block.fill(0x20, 148, 156)
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}
