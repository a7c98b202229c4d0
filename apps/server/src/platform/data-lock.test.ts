import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { DataInUse, lockData } from './data-lock.ts'

it('rejects a second server on the same folder, naming the folder and the process', async () => {
  const folder = await aFolder()
  await using _lock = await lockData(folder)
  const second = lockData(folder)
  await expect(second).rejects.toThrow(DataInUse)
  await expect(second).rejects.toThrow(
    `${folder} is in use by another Gridloom server (process ${process.pid})`,
  )
})

it('takes over the folder from a process that has ended', async () => {
  const folder = await aFolder()
  await writeFile(
    path.join(folder, 'server.lock'),
    JSON.stringify({ pid: 2 ** 22 - 3, startedTicks: '1' }),
  )
  await using _lock = await lockData(folder)
  expect(await readdir(folder)).toEqual(['server.lock'])
})

it('takes over the folder when the process id now belongs to another process', async () => {
  const folder = await aFolder()
  await writeFile(
    path.join(folder, 'server.lock'),
    JSON.stringify({ pid: process.pid, startedTicks: '1' }),
  )
  await expect(lockData(folder)).resolves.toBeDefined()
})

it('takes over a lock that was cut off while being written', async () => {
  const folder = await aFolder()
  await writeFile(path.join(folder, 'server.lock'), '{"pid":')
  await expect(lockData(folder)).resolves.toBeDefined()
})

it('leaves nothing behind when it is released', async () => {
  const folder = await aFolder()
  const lock = await lockData(folder)
  await lock[Symbol.asyncDispose]()
  expect(await readdir(folder)).toEqual([])
})

function aFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'gridloom-lock-'))
}
