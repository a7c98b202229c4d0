import { expect, it } from 'vitest'
import { layerTar } from './layer-tar.ts'
import { emptyFileHeader, fileHeader, paddingOf, paxHeader, readTarHeader } from './tar-blocks.ts'

const end = Buffer.alloc(1024)

it('turns a character device 0:0 into the mark of a deleted file', async () => {
  const entries = await converted(deviceHeader('./etc/passwd', 0))
  expect(entries).toEqual([{ name: './etc/.wh.passwd', type: '0', bytes: 0 }])
})

it('keeps other devices', async () => {
  expect(await converted(deviceHeader('./null', 1))).toEqual([
    { name: './null', type: '3', bytes: 0 },
  ])
})

it('marks an opaque folder, and leaves out what overlayfs notes for itself', async () => {
  const records = paxHeader([
    pax('SCHILY.xattr.trusted.overlay.opaque', 'y'),
    pax('SCHILY.xattr.user.own', 'kept'),
  ])
  const bytes = await bytesOf(records, typed(emptyFileHeader('./root/'), '5'))
  expect(bytes.includes('trusted.overlay')).toBe(false)
  expect(bytes.includes('SCHILY.xattr.user.own=kept')).toBe(true)
  expect(namesOf(bytes).map(({ name }) => name)).toContain('./root/.wh..wh..opq')
})

it('passes content on, in whatever portions it arrives', async () => {
  const content = Buffer.alloc(1_300, 'gridloom')
  const file = Buffer.concat([
    fileHeader('./f', content.length),
    content,
    Buffer.alloc(paddingOf(content.length)),
  ])
  for (const size of [1, 100, 511, 512, 513, 4_096]) {
    const parts = layerTar(portions(Buffer.concat([file, end]), size))
    const all = Buffer.concat((await Array.fromAsync(parts)).map(({ bytes }) => bytes))
    expect(all.equals(Buffer.concat([file, end]))).toBe(true)
  }
})

it.each([
  ['a cut archive', Buffer.concat([fileHeader('./f', 5_000), Buffer.alloc(100)])],
  ['a damaged header', Buffer.alloc(512, 7)],
  ['a redirected folder', paxHeader([pax('SCHILY.xattr.trusted.overlay.redirect', '/x')])],
])('refuses %s', async (_, bytes) => {
  await expect(Array.fromAsync(layerTar(portions(bytes, 512)))).rejects.toThrow()
})

it('writes names that a header does not hold, and sizes of many gigabytes', () => {
  const name = `./${'long/'.repeat(40)}file`
  expect(emptyFileHeader(name).includes(` path=${name}\n`)).toBe(true)
  expect(readTarHeader(fileHeader('f', 100e9))?.bytes).toBe(100e9)
})

async function converted(...blocks: Buffer[]) {
  return namesOf(await bytesOf(...blocks))
}

async function bytesOf(...blocks: Buffer[]): Promise<Buffer> {
  const parts = await Array.fromAsync(layerTar(portions(Buffer.concat([...blocks, end]), 512)))
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}

function namesOf(archive: Buffer) {
  const found = []
  for (let at = 0; at < archive.length; ) {
    const header = readTarHeader(archive.subarray(at, at + 512))
    if (header === undefined) break
    const { name, type, bytes } = header
    if (type !== 'x') found.push({ name, type, bytes })
    at += 512 + bytes + paddingOf(bytes)
  }
  return found
}

async function* portions(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function pax(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`
  const length = rest.length + String(rest.length + 2).length
  return Buffer.from(`${length}${rest}`)
}

function deviceHeader(name: string, minor: number): Buffer {
  const block = typed(emptyFileHeader(name), '3')
  block.write('0000000\0', 329, 'latin1')
  block.write(`${minor.toString(8).padStart(7, '0')}\0`, 337, 'latin1')
  return summed(block)
}

function typed(block: Buffer, type: string): Buffer {
  block.write(type, 156, 'latin1')
  return summed(block)
}

function summed(block: Buffer): Buffer {
  block.fill(' ', 148, 156)
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}
