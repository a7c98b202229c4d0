import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tinyBytes, tinyFile } from '../../../test/model-builders.ts'
import { checkGguf } from './check-gguf.ts'

describe('the file of a model', () => {
  it('is accepted if it is complete', () => {
    expect(() => checkGguf(tinyFile)).not.toThrow()
  })

  it('is rejected if it is not GGUF, or empty', async () => {
    await using test = await setup()
    expect(await test.problemOf(bytesOf('<html>'))).toBe('The model file is not a GGUF file.')
    expect(await test.problemOf(bytesOf(''))).toBe('The model file is not a GGUF file.')
  })

  it('is rejected if it ends in its header or in its tensors', async () => {
    await using test = await setup()
    const { tiny } = test
    expect(await test.problemOf(tiny.subarray(0, 5_000))).toContain('within its header')
    expect(await test.problemOf(tiny.subarray(0, 20))).toContain('within its header')
    expect(await test.problemOf(tiny.subarray(0, tinyBytes - 10_000))).toBe(
      `The model file is damaged: it has ${tinyBytes - 10_000} bytes, but needs at least ${tinyBytes}.`,
    )
  })

  it.each([
    ['a version that nobody reads', 4, 9, /GGUF version 9\./],
    ['the other order of bytes', 4, 0x03000000, /GGUF version 50331648\./],
    ['no tensors', 8, 0, /cannot contain 0 tensors/],
    ['more tensors than it has room for', 12, 7, /damaged: 1033728 bytes cannot contain/],
    ['more entries than it has room for', 20, 7, /damaged: 1033728 bytes cannot contain/],
    ['a name that never ends', 28, 9, /a name has/],
  ])('is rejected if it has %s', async (_name, at, value, problem) => {
    await using test = await setup()
    const changed = Buffer.from(test.tiny)
    changed.writeUInt32LE(value, at)
    expect(await test.problemOf(changed)).toMatch(problem)
  })

  it('is rejected if it is one part of a model, or has a value of unknown type', async () => {
    await using test = await setup()
    expect(await test.problemOf(header([entry('split.count', 2, [3, 0])]))).toBe(
      'The model file is one of 3 parts. Only models in a single file are supported.',
    )
    expect(await test.problemOf(header([entry('x', 77, [])]))).toContain('unknown type 77')
  })

  it('is rejected with a readable reason, whatever byte of its header is wrong', async () => {
    await using test = await setup()
    const headerBytes = 20_000
    for (let at = 4; at < headerBytes; at += 97) {
      const changed = Buffer.from(test.tiny)
      changed[at] = 255 - (changed[at] ?? 0)
      const problem = await test.problemOf(changed)
      if (problem !== undefined) expect(problem).toMatch(/^The model file /)
    }
  })
})

/** The header of a file with one tensor, whose data is missing. */
function header(entries: Buffer[]): Buffer {
  const counts = Buffer.alloc(20)
  counts.writeUInt32LE(3, 0)
  counts.writeBigUInt64LE(1n, 4)
  counts.writeBigUInt64LE(BigInt(entries.length), 12)
  return Buffer.concat([bytesOf('GGUF'), counts, ...entries, Buffer.alloc(64)])
}

function entry(key: string, type: number, value: number[]): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(key.length))
  const kind = Buffer.alloc(4)
  kind.writeUInt32LE(type)
  return Buffer.concat([length, bytesOf(key), kind, Buffer.from(value)])
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gguf-'))
  const file = join(folder, 'model.gguf')
  return {
    tiny: await readFile(tinyFile),
    problemOf: async (bytes: Buffer): Promise<string | undefined> => {
      await writeFile(file, bytes)
      try {
        checkGguf(file)
        return undefined
      } catch (cause) {
        return cause instanceof Error ? cause.message : String(cause)
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
