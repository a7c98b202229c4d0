import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type BigFile, writeBigFile } from '../test/big-file.ts'
import { fileSource } from './node.ts'
import { readBlend } from './read-blend.ts'
import type { ByteSource } from './source.ts'

const miB = 1024 * 1024

describe('the facts of a 100 MB file', () => {
  it.each<[string, Omit<BigFile, 'path' | 'bytes'>, number]>([
    ['plain, of heavy meshes', { packing: 'plain', blockBytes: 4 * miB }, 2],
    ['zstd, of heavy meshes', { packing: 'zstd', blockBytes: 4 * miB }, 60],
    ['plain, of a hundred thousand small things', { packing: 'plain', blockBytes: 1_024 }, 110],
  ])(
    '(%s) are read in a second, in slices',
    { timeout: 30_000 },
    async (_name, big, readMiBMax) => {
      await using made = await bigFile({ ...big, bytes: 100 * miB })
      const runs = [
        await measured(made.path),
        await measured(made.path),
        await measured(made.path),
      ] as const
      const ms = Math.min(...runs.map((run) => run.ms))
      const { facts, readBytes, heldBytes } = runs[0]
      expect(facts).toMatchObject({ active_scene: 'Opening', cameras: ['Eye'] })
      expect(facts.size_bytes).toBeGreaterThan(99 * miB)
      expect(ms).toBeLessThan(1_000)
      expect(readBytes / miB).toBeLessThan(readMiBMax)
      expect(heldBytes / miB).toBeLessThan(10)
    },
  )
})

/** `heldBytes`: the largest single read. */
async function measured(path: string) {
  await using file = await fileSource(path)
  let readBytes = 0
  let heldBytes = 0
  const source: ByteSource = {
    size: file.size,
    async read(offset, length) {
      const bytes = await file.read(offset, length)
      readBytes += bytes.length
      heldBytes = Math.max(heldBytes, bytes.length)
      return bytes
    },
  }
  const started = performance.now()
  const facts = await readBlend(source)
  return { facts, ms: performance.now() - started, readBytes, heldBytes }
}

async function bigFile(big: Omit<BigFile, 'path'>) {
  const folder = await mkdtemp(join(tmpdir(), 'blend-'))
  const path = join(folder, 'big.blend')
  await writeBigFile({ ...big, path })
  expect((await stat(path)).size).toBeGreaterThan(90 * miB)
  return {
    path,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
