import { expect, it } from 'vitest'
import { emptyFileHeader, fileHeader, paxHeader } from '../../runtime/docker/layers/tar-blocks.ts'
import { checkLayer } from './check-layer.ts'

const end = Buffer.alloc(1024)

it('passes a layer on as it is', async () => {
  const layer = Buffer.concat([fileHeader('f', 600), Buffer.alloc(1_024), end])
  expect(Buffer.concat(await checked(layer)).equals(layer)).toBe(true)
})

it.each([
  ['a sparse file, which unpacks to any size', sparse()],
  ['a size beside that of the header', paxHeader([pax('size', '9999')])],
  ['attributes of overlayfs', paxHeader([pax('SCHILY.xattr.trusted.overlay.opaque', 'y')])],
  ['a cut entry', fileHeader('f', 600)],
])('refuses %s', async (_, bytes) => {
  await expect(checked(bytes)).rejects.toThrow(/type S|not allowed|cut/)
})

async function checked(bytes: Buffer): Promise<Uint8Array[]> {
  return Array.fromAsync(checkLayer(once(bytes)))
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

function pax(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`
  return Buffer.from(`${rest.length + 2}${rest}`)
}

function sparse(): Buffer {
  const block = emptyFileHeader('f')
  block.write('S', 156, 'latin1')
  block.fill(' ', 148, 156)
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}
