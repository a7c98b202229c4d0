/**
 * Headers of tar archives as GNU tar writes them with `--format=posix`. Source: POSIX.1-2017, `pax`, section "ustar
 * Interchange Format".
 */
export const blockBytes = 512

/** The fields of a header that decide what becomes of its entry. */
export interface TarHeader {
  /** Of the header alone: a `path` record of the entry replaces it. */
  name: string
  /** `0` file, `1` hard link, `2` symbolic link, `3` character device, `5` folder, `x` records for the next entry. */
  type: string
  bytes: number
  deviceMajor: number
  deviceMinor: number
}

/** Reads a header; `undefined` for a block of zeros, which ends the archive. @throws TypeError */
export function readTarHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined
  if (block.toString('latin1', 257, 262) !== 'ustar') throw new TypeError('not a tar header')
  if (numberAt(block, 148, 8) !== checksumOf(block)) throw new TypeError('a tar header is damaged')
  const prefix = textAt(block, 345, 155)
  const name = textAt(block, 0, 100)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: String.fromCharCode(block[156] ?? 0).replace('\0', '0'),
    bytes: numberAt(block, 124, 12),
    deviceMajor: numberAt(block, 329, 8),
    deviceMinor: numberAt(block, 337, 8),
  }
}

/** Writes the header of an empty file of root, with a `path` record before it where the name is long. */
export function emptyFileHeader(name: string): Buffer {
  return fileHeader(name, 0)
}

/** Writes the header of a file of root. */
export function fileHeader(name: string, bytes: number): Buffer {
  const isLong = Buffer.byteLength(name) > 100
  const header = headerBlock({ name: isLong ? 'long' : name, type: '0', bytes })
  if (!isLong) return header
  return Buffer.concat([paxHeader([record('path', Buffer.from(name))]), header])
}

/** Writes records for the next entry, as a header with its content. */
export function paxHeader(records: readonly Buffer[]): Buffer {
  const content = Buffer.concat(records)
  const header = headerBlock({ name: 'PaxHeaders', type: 'x', bytes: content.length })
  return Buffer.concat([header, content, Buffer.alloc(paddingOf(content.length))])
}

/** A record with its key and the bytes of the whole: `length key=value\n`. */
export interface PaxRecord {
  key: string
  value: Buffer
  bytes: Buffer
}

/** Splits the content of a header of type `x`. @throws TypeError */
export function readPaxRecords(content: Buffer): PaxRecord[] {
  const records: PaxRecord[] = []
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const length = Number(content.toString('latin1', at, space))
    const equals = content.indexOf(0x3d, space)
    const isWhole = space > at && equals > space && length > 0 && at + length <= content.length
    if (!isWhole || equals >= at + length) throw new TypeError('a tar record is damaged')
    records.push({
      key: content.toString('utf8', space + 1, equals),
      value: content.subarray(equals + 1, at + length - 1),
      bytes: content.subarray(at, at + length),
    })
    at += length
  }
  return records
}

/** Bytes after a content of this size, up to the next block. */
export function paddingOf(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes
}

function record(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.of(0x0a)])
  let length = rest.length
  while (String(length).length + rest.length !== length)
    length = String(length).length + rest.length
  return Buffer.concat([Buffer.from(String(length)), rest])
}

function headerBlock({ name, type, bytes }: { name: string; type: string; bytes: number }): Buffer {
  const block = Buffer.alloc(blockBytes)
  block.write(name, 0, 100, 'utf8')
  block.write('0000644\0', 100, 'latin1')
  block.write('0000000\0', 108, 'latin1')
  block.write('0000000\0', 116, 'latin1')
  writeSize(block, bytes)
  block.write('00000000000\0', 136, 'latin1')
  block.write(type, 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

const octalSizeMax = 8 ** 11 - 1

/** Sizes of 8 GiB and more are binary, as GNU tar and Go write them. */
function writeSize(block: Buffer, bytes: number): void {
  if (bytes <= octalSizeMax) {
    block.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
    return
  }
  block[124] = 0x80
  block.writeBigUInt64BE(BigInt(bytes), 128)
}

function checksumOf(block: Buffer): number {
  let sum = 0
  for (let at = 0; at < blockBytes; at++) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0)
  return sum
}

function numberAt(block: Buffer, at: number, length: number): number {
  if (((block[at] ?? 0) & 0x80) !== 0) return Number(block.readBigUInt64BE(at + length - 8))
  const text = textAt(block, at, length).trim()
  const value = text === '' ? 0 : Number.parseInt(text, 8)
  if (!Number.isSafeInteger(value)) throw new TypeError('a tar header has a bad number')
  return value
}

function textAt(block: Buffer, at: number, length: number): string {
  const end = block.indexOf(0, at)
  return block.toString('utf8', at, end < at || end > at + length ? at + length : end)
}
