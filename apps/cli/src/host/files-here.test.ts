import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesHere } from './files-here.ts'

it('a new file takes the place of none that another program made while it was written', async () => {
  await using folder = await aFolder()
  const file = join(folder.path, 'file')
  const ours = 'ours'
  async function* pieces() {
    yield Buffer.from(ours)
    await writeFile(file, 'theirs')
  }
  const { signal } = new AbortController()
  await expect(filesHere.saveNew(file, pieces(), signal)).rejects.toThrow('exists')
  expect(await readFile(file, 'utf8')).toBe('theirs')
  expect(await readdir(folder.path)).toEqual(['file'])
})

it('two that save the same file at once leave one of them, whole', async () => {
  await using folder = await aFolder()
  const file = join(folder.path, 'file')
  const { signal } = new AbortController()
  async function* pieces(letter: string) {
    for (let piece = 0; piece < 50; piece += 1) yield Buffer.from(letter.repeat(1_000))
  }
  await Promise.all(['a', 'b'].map((letter) => filesHere.save(file, pieces(letter), signal)))
  expect(await readFile(file, 'utf8')).toMatch(/^(?:a{50000}|b{50000})$/)
  expect(await readdir(folder.path)).toEqual(['file'])
})

async function aFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'gridloom-files-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
