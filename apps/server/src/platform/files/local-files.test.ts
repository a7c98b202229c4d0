import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { keepsFiles } from '../../../test/keeps-files.ts'
import { systemIds } from '../ids.ts'
import { localFiles } from './local-files.ts'

keepsFiles(setup)

it('leaves no draft behind, whether the file was written or failed', async () => {
  await using site = await setup()
  await site.files.put('a', [new Uint8Array(5)], new AbortController().signal)
  await expect(site.files.put('b', broken(), new AbortController().signal)).rejects.toThrow()
  expect(await readdir(path.join(site.folder, 'files', '.incoming'))).toEqual([])
})

it('gives no other user of the machine access', async () => {
  await using site = await setup()
  await site.files.put('folder/a', [new Uint8Array(5)], new AbortController().signal)
  const modes = ['files/folder', 'files/folder/a', 'scratch'].map(async (name) => {
    return (await stat(path.join(site.folder, name))).mode & 0o077
  })
  expect(await Promise.all(modes)).toEqual([0, 0, 0])
})

it('deletes a killed process’s files after two days, and none younger', async () => {
  await using site = await setup()
  const scratch = path.join(site.folder, 'scratch')
  const incoming = path.join(site.folder, 'files', '.incoming')
  await mkdir(path.join(scratch, 'old-video'))
  const old = [path.join(scratch, 'old-video'), path.join(incoming, 'old-draft')]
  await writeFile(path.join(incoming, 'old-draft'), 'x')
  await writeFile(path.join(scratch, 'young'), 'x')
  const now = systemClock.now().getTime()
  const threeDaysAgoS = now / 1_000 - 3 * 24 * 60 * 60
  for (const file of old) await utimes(file, threeDaysAgoS, threeDaysAgoS)
  await open(site.folder)
  expect(await readdir(scratch)).toEqual(['young'])
  expect(await readdir(incoming)).toEqual([])
})

// biome-ignore lint/correctness/useYield: it breaks before its first piece
async function* broken(): AsyncGenerator<Uint8Array> {
  throw new Error('broken')
}

function open(folder: string) {
  const clock = systemClock
  return localFiles({
    folder: path.join(folder, 'files'),
    scratchFolder: path.join(folder, 'scratch'),
    ids: systemIds(() => clock.now()),
    clock,
  })
}

async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-files-'))
  return {
    folder,
    files: await open(folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
