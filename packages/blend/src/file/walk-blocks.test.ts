import { describe, expect, it } from 'vitest'
import { BlendWriter, type Form, forms, joined } from '../../test/blend-writer.ts'
import { plainBytes } from '../container/plain-bytes.ts'
import { type ByteSource, memorySource } from '../source.ts'
import { type BlockHead, blockCode } from './block-head.ts'
import { readHeader } from './header.ts'
import { walkBlocks } from './walk-blocks.ts'

describe('walkBlocks', () => {
  it.each(Object.entries<Form>(forms))('visits every block in order (%s)', async (_name, form) => {
    const file = new BlendWriter({ Thing: ['int a'] }, form)
      .block('AA', 'Thing', { a: 1 }, { address: 0x10 })
      .block('DATA', 'Thing', [{ a: 2 }, { a: 3 }], { address: 0x20 })
    const { met } = await walk(file.bytes())
    expect(met.map(({ code }) => code)).toEqual(['AA', 'DATA', 'DNA1', 'ENDB'].map(blockCode))
    expect(met[1]).toMatchObject({ address: 0x20n, length: 8, structIndex: 1 })
  })

  it('returns the requested bodies, and reads nothing in between', async () => {
    const bulk = new Uint8Array(3_000_000).fill(7)
    const file = new BlendWriter({ Thing: ['int a'] })
      .raw('DATA', bulk)
      .block('AA', 'Thing', { a: 5 })
      .raw('DATA', bulk)
    const { bodies, read } = await walk(file.bytes(), { asked: 'AA' })
    expect(bodies).toEqual([new Uint8Array([5, 0, 0, 0])])
    expect(read).toBeLessThan(200_000)
  })

  it('reads many small blocks in few reads', async () => {
    const file = new BlendWriter({ Thing: ['int a'] })
    for (let a = 0; a < 20_000; a += 1) file.block('DATA', 'Thing', { a })
    const { met, reads } = await walk(file.bytes())
    expect(met).toHaveLength(20_002)
    expect(reads).toBeLessThan(10)
  })

  it('returns a body that spans two reads as a whole', async () => {
    const body = Uint8Array.from({ length: 60_000 }, (_, index) => index % 251)
    const file = new BlendWriter({ Thing: ['int a'] }).raw('DATA', new Uint8Array(10_000))
    const { bodies } = await walk(file.raw('AA', body).bytes(), { asked: 'AA' })
    expect(bodies).toEqual([body])
  })

  it.each([
    ['a length below nothing', -1, 'damaged'],
    ['a length past the end', 0x7fffffff, 'truncated'],
  ])('rejects %s', async (_name, length, code) => {
    const file = new BlendWriter({ Thing: ['int a'] }).raw('DATA', new Uint8Array(8), { length })
    await expect(walk(file.bytes())).rejects.toMatchObject({ code })
  })

  it('rejects a length beyond 2^53, which headers of 5.0 could have', async () => {
    const file = new BlendWriter({ Thing: ['int a'] }, forms.since5).raw('DATA', new Uint8Array(8))
    const bytes = file.bytes()
    bytes.fill(0x7f, 17 + 16, 17 + 24)
    await expect(walk(bytes)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('throws truncated for a file without its end', async () => {
    const file = new BlendWriter({ Thing: ['int a'] }).block('AA', 'Thing', { a: 1 })
    await expect(walk(file.unfinished())).rejects.toMatchObject({ code: 'truncated' })
  })

  it('stops at the end block, whatever follows', async () => {
    const file = new BlendWriter({ Thing: ['int a'] }).bytes()
    const { met } = await walk(joined([file, new Uint8Array(500).fill(65)]))
    expect(met.at(-1)?.code).toBe(blockCode('ENDB'))
  })

  it('throws the reason of its signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(walk(new BlendWriter({}).bytes(), { signal })).rejects.toThrow('enough')
  })
})

interface Options {
  asked?: string
  signal?: AbortSignal
}

async function walk(file: Uint8Array, { asked, signal }: Options = {}) {
  const met: BlockHead[] = []
  const bodies: Uint8Array[] = []
  const counted = countedSource(file)
  await walkBlocks(
    plainBytes(counted.source),
    readHeader(file),
    {
      meet(head) {
        met.push(head)
        return asked !== undefined && head.code === blockCode(asked) ? 'body' : 'skip'
      },
      take: (_head, body) => bodies.push(body.slice()),
    },
    signal,
  )
  return { met, bodies, reads: counted.reads, read: counted.read }
}

function countedSource(file: Uint8Array) {
  const memory = memorySource(file)
  const counted = { reads: 0, read: 0 }
  const source: ByteSource = {
    size: memory.size,
    async read(offset, length) {
      const bytes = await memory.read(offset, length)
      counted.reads += 1
      counted.read += bytes.length
      return bytes
    },
  }
  return Object.assign(counted, { source })
}
