import { describe, expect, it } from 'vitest'
import { BlendWriter, bytesOf, type Form, forms, joined } from '../../test/blend-writer.ts'
import { gzipped } from '../../test/containers.ts'
import { openBlendBytes } from '../container/open-blend-bytes.ts'
import { readHeader } from '../file/header.ts'
import { type ByteSource, memorySource } from '../source.ts'
import { findDna } from './find-dna.ts'

describe('findDna', () => {
  it.each(Object.entries<Form>(forms))('finds the DNA at the end (%s)', async (_name, form) => {
    const file = new BlendWriter({ Thing: ['int a'] }, form).block('AA', 'Thing', { a: 1 })
    const { dna, offset } = await find(file.bytes())
    expect(dna.byName.has('Thing')).toBe(true)
    expect(offset).toBe(file.unfinished().length)
  })

  it('reads only the end of a large file', async () => {
    const file = new BlendWriter({ Thing: ['int a'] }).raw('DATA', new Uint8Array(5_000_000))
    let read = 0
    await find(file.bytes(), (bytes) => {
      read += bytes
    })
    expect(read).toBeLessThan(1_000_000)
  })

  it('finds the DNA when other blocks follow', async () => {
    const inner = new BlendWriter({ Thing: ['int a'] })
    const file = inner.raw('DNA1', inner.dna()).raw('DATA', new Uint8Array(9)).bytes()
    const { offset } = await find(file)
    expect(offset).toBeGreaterThan(0)
  })

  it('walks through files that cannot be read from their end', async () => {
    const file = new BlendWriter({ Thing: ['int a'] }).block('AA', 'Thing', { a: 1 })
    const { dna, offset } = await find(file.bytes(), () => {}, gzipped)
    expect(dna.byName.has('Thing')).toBe(true)
    expect(offset).toBe(file.unfinished().length)
  })

  it('is not misled by the characters DNA1 in other data', async () => {
    const lure = joined([bytesOf('DNA1'), new Uint8Array(40), bytesOf('DNA1')])
    const file = new BlendWriter({ Thing: ['int a'] }).raw('DATA', lure)
    expect((await find(file.bytes())).offset).toBe(file.unfinished().length)
  })

  it('throws no_dna for a complete file without DNA', async () => {
    const end = new BlendWriter({}).raw('ENDB', new Uint8Array(0)).unfinished()
    await expect(find(end)).rejects.toMatchObject({ code: 'no_dna' })
  })
})

async function find(
  file: Uint8Array,
  onRead: (bytes: number) => void = () => {},
  pack: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
) {
  const memory = memorySource(pack(file))
  const source: ByteSource = {
    size: memory.size,
    async read(offset, length) {
      const bytes = await memory.read(offset, length)
      onRead(bytes.length)
      return bytes
    },
  }
  await using bytes = await openBlendBytes(source)
  return await findDna(bytes, readHeader(file))
}
