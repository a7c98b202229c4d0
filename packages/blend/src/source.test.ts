import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blobSource } from './blob.ts'
import { fileSource, handleSource } from './node.ts'
import { type ByteSource, memorySource, sliceSource } from './source.ts'

const content = new Uint8Array(randomBytes(1_000))

describe.each([
  ['memory', async () => owned(memorySource(content))],
  ['a Blob', async () => owned(blobSource(new Blob([content])))],
  ['a file', inFile],
  ['a slice', async () => owned(sliceSource(memorySource(padded()), 50, 1_000))],
])('bytes of %s', (_name, make) => {
  it('have the right size', async () => {
    await using made = await make()
    expect(made.source.size).toBe(1_000)
  })

  it.each([
    [0, 1_000],
    [0, 10],
    [990, 10],
    [500, 0],
  ])('can be read from %i on, %i of them', async (offset, length) => {
    await using made = await make()
    expect([...(await made.source.read(offset, length))]).toEqual([
      ...content.subarray(offset, offset + length),
    ])
  })

  it.each([
    [995, 100, 5],
    [1_000, 5, 0],
    [5_000, 5, 0],
  ])('can be read from %i on, where of %i there are only %i', async (offset, length, there) => {
    await using made = await make()
    expect(await made.source.read(offset, length)).toHaveLength(there)
  })
})

describe('a slice', () => {
  it('ends at the end of its source', async () => {
    const slice = sliceSource(memorySource(content), 990, 100)
    expect(slice.size).toBe(10)
    expect(await slice.read(0, 100)).toHaveLength(10)
  })

  it('is empty beyond its source', async () => {
    const slice = sliceSource(memorySource(content), 5_000, 100)
    expect(slice.size).toBe(0)
    expect(await slice.read(0, 100)).toHaveLength(0)
  })
})

describe('a file', () => {
  it('that does not exist throws the error of the file system', async () => {
    await expect(fileSource('/nowhere/scene.blend')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('that was truncated returns what is left', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'blend-'))
    const path = join(folder, 'scene.blend')
    await writeFile(path, content)
    const file = await open(path, 'r+')
    const source = handleSource(file, content.length)
    await file.truncate(100)
    expect(await source.read(50, 500)).toHaveLength(50)
    await file.close()
    await rm(folder, { recursive: true })
  })
})

function owned(source: ByteSource) {
  return { source, [Symbol.asyncDispose]: async () => {} }
}

async function inFile() {
  const folder = await mkdtemp(join(tmpdir(), 'blend-'))
  await writeFile(join(folder, 'scene.blend'), content)
  const source = await fileSource(join(folder, 'scene.blend'))
  return {
    source,
    async [Symbol.asyncDispose]() {
      await source[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

function padded(): Uint8Array {
  const more = new Uint8Array(1_100)
  more.set(content, 50)
  return more
}
