/**
 * Reads tar archives as they arrive, with names of any bytes, as container engines write them: ustar, pax and GNU
 * headers. Sources: POSIX.1-2024, pax, "ustar Interchange Format" and "pax Header Block"; GNU tar manual, "Basic Tar
 * Format".
 */

export type TarKind = 'file' | 'hard_link' | 'symlink' | 'folder' | 'other'

/** The header of an entry. */
export interface TarEntry {
  readonly path: Uint8Array
  readonly kind: TarKind
  readonly sizeBytes: number
  readonly mode: number
  readonly userId: number
  readonly groupId: number
  readonly user: string
  readonly group: string
  readonly modifiedS: number
  /** Of a link. */
  readonly target: Uint8Array
}

/** An entry with its content, which is skipped unless it is read before the next one. */
export interface TarItem {
  readonly entry: TarEntry
  content(): AsyncGenerator<Uint8Array, void>
}

/** The archive is cut off, or no tar. */
export class TarBroken extends Error {
  override readonly name = 'TarBroken'
}

const blockBytes = 512
/** Of a name in a header of its own; Linux has no path beyond 4 KiB. */
const headerBytesMax = 64 * 1024
const kinds: Readonly<Record<string, TarKind>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'hard_link',
  '2': 'symlink',
  '5': 'folder',
}

/** Yields the entries of an archive. @throws TarBroken */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarItem, void> {
  const bytes = createByteSource(source)
  try {
    let long = new Map<string, Uint8Array>()
    for (;;) {
      const block = await bytes.take(blockBytes)
      if (block === undefined || block.every((byte) => byte === 0)) return
      const flag = String.fromCharCode(block[156] ?? 0)
      const own = numberIn(block, 124, 12)
      if (flag === 'x' || flag === 'L' || flag === 'K' || flag === 'g') {
        const value = await headerContent(bytes, own)
        if (flag === 'x') for (const [name, one] of paxRecords(value)) long.set(name, one)
        if (flag === 'L') long.set('path', untilNul(value))
        if (flag === 'K') long.set('linkpath', untilNul(value))
        continue
      }
      const entry = entryOf(block, flag, long)
      long = new Map()
      let left = flag === '0' || flag === '\0' || flag === '7' ? entry.sizeBytes : 0
      const padding = (blockBytes - (left % blockBytes)) % blockBytes
      const next = async () => {
        const piece = left === 0 ? undefined : await bytes.some(left)
        if (left > 0 && piece === undefined) throw new TarBroken('the archive ends within a file')
        left -= piece?.length ?? 0
        return piece
      }
      yield {
        entry,
        async *content() {
          for (let piece = await next(); piece !== undefined; piece = await next()) yield piece
        },
      }
      while ((await next()) !== undefined);
      if (padding > 0) await bytes.take(padding)
    }
  } finally {
    await bytes.end()
  }
}

interface ByteSource {
  /** Exactly so many bytes; `undefined` at the end. @throws TarBroken where fewer are left */
  take(count: number): Promise<Uint8Array | undefined>
  /** Some bytes, at most so many; `undefined` at the end. */
  some(max: number): Promise<Uint8Array | undefined>
  end(): Promise<void>
}

function createByteSource(source: AsyncIterable<Uint8Array>): ByteSource {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  const some = async (max: number) => {
    while (rest.length === 0) {
      const { value, done } = await pieces.next()
      if (done === true) return undefined
      rest = value
    }
    const taken = rest.subarray(0, max)
    rest = rest.subarray(taken.length)
    return taken
  }
  return {
    some,
    async take(count) {
      const whole = new Uint8Array(count)
      for (let filled = 0; filled < count; ) {
        const part = await some(count - filled)
        if (part === undefined && filled === 0) return undefined
        if (part === undefined) throw new TarBroken('the archive is cut off')
        whole.set(part, filled)
        filled += part.length
      }
      return whole
    },
    end: async () => void (await pieces.return?.()),
  }
}

async function headerContent(bytes: ByteSource, size: number): Promise<Uint8Array> {
  if (size > headerBytesMax) throw new TarBroken(`a header of ${size} bytes`)
  const padded = await bytes.take(Math.ceil(size / blockBytes) * blockBytes)
  if (padded === undefined) throw new TarBroken('the archive is cut off')
  return padded.subarray(0, size)
}

/** `LENGTH NAME=VALUE\n`, where the value may have any bytes. */
function* paxRecords(value: Uint8Array): Generator<[string, Uint8Array]> {
  for (let at = 0; at < value.length; ) {
    const space = value.indexOf(0x20, at)
    const length = Number(latin1(value.subarray(at, space)))
    const equals = value.indexOf(0x3d, space)
    if (space < 0 || equals < 0 || !(length > 0)) throw new TarBroken('a malformed pax header')
    yield [latin1(value.subarray(space + 1, equals)), value.subarray(equals + 1, at + length - 1)]
    at += length
  }
}

function entryOf(block: Uint8Array, flag: string, long: ReadonlyMap<string, Uint8Array>): TarEntry {
  const prefix =
    latin1(block.subarray(257, 263)) === 'ustar\0' ? untilNul(block.subarray(345, 500)) : []
  const short = untilNul(block.subarray(0, 100))
  const path = prefix.length === 0 ? short : Uint8Array.from([...prefix, 0x2f, ...short])
  const numberOf = (name: string, otherwise: number) => {
    const value = long.get(name)
    return value === undefined ? otherwise : Number.parseFloat(latin1(value))
  }
  const textOf = (name: string, otherwise: Uint8Array) =>
    new TextDecoder().decode(long.get(name) ?? untilNul(otherwise))
  return {
    path: long.get('path') ?? path,
    kind: kinds[flag] ?? 'other',
    sizeBytes: numberOf('size', numberIn(block, 124, 12)),
    mode: numberIn(block, 100, 8) & 0o7777,
    userId: numberOf('uid', numberIn(block, 108, 8)),
    groupId: numberOf('gid', numberIn(block, 116, 8)),
    user: textOf('uname', block.subarray(265, 297)),
    group: textOf('gname', block.subarray(297, 329)),
    modifiedS: Math.max(0, Math.floor(numberOf('mtime', numberIn(block, 136, 12)))),
    target: long.get('linkpath') ?? untilNul(block.subarray(157, 257)),
  }
}

/** Octal digits, or with the first bit set a number to base 256. */
function numberIn(block: Uint8Array, at: number, length: number): number {
  const field = block.subarray(at, at + length)
  if (((field[0] ?? 0) & 0x80) !== 0)
    return field.slice(1).reduce((number, byte) => number * 256 + byte, (field[0] ?? 0) & 0x7f)
  const number = Number.parseInt(latin1(field).trim() || '0', 8)
  if (Number.isNaN(number)) throw new TarBroken('a malformed header')
  return number
}

function untilNul(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0)
  return end < 0 ? field : field.subarray(0, end)
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
