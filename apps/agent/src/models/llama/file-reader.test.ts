import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EndOfFile, FileReader } from './file-reader.ts'

it('reads consecutive numbers and texts, low byte first', async () => {
  await using test = await setup([1, 2, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0x68, 0x69])
  using file = new FileReader(test.path)
  expect([file.u16(), file.u32(), file.u64(), file.text(2)]).toEqual([0x201, 3, 4, 'hi'])
  expect(file.at).toBe(file.bytes)
})

it('reads beyond and across its window of the file', async () => {
  const content = Buffer.alloc(3 * 1024 * 1024, 7)
  content.writeUInt32LE(42, 1024 * 1024 - 2)
  content.writeUInt32LE(43, 2.5 * 1024 * 1024)
  await using test = await setup(content)
  using file = new FileReader(test.path)
  file.skip(1024 * 1024 - 2)
  expect(file.u32()).toBe(42)
  file.skip(1.5 * 1024 * 1024 - 2)
  expect(file.u32()).toBe(43)
})

it('throws EndOfFile for reads beyond the end, and stays where it is', async () => {
  await using test = await setup([1, 2, 3])
  using file = new FileReader(test.path)
  expect(() => file.u32()).toThrow(EndOfFile)
  expect(file.u16()).toBe(0x201)
  expect(() => file.skip(2)).toThrow(EndOfFile)
  expect(() => file.skip(Number.NaN)).toThrow(EndOfFile)
  expect(() => file.text(Number.POSITIVE_INFINITY)).toThrow(EndOfFile)
  file.skip(1)
  expect(file.at).toBe(3)
})

async function setup(content: Uint8Array | readonly number[]) {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-reader-'))
  const path = join(folder, 'file')
  await writeFile(path, Uint8Array.from(content))
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
