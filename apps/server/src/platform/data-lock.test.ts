import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { DataInUse, lockData } from './data-lock.ts'

it('refuses a second server on the same folder, naming the folder and the process', async () => {
  const folder = await aFolder()
  await using _lock = await lockData(folder)
  const second = lockData(folder)
  await expect(second).rejects.toThrow(DataInUse)
  await expect(second).rejects.toThrow(
    `${folder} is in use by another Gridloom server (process ${process.pid})`,
  )
})

it('takes the folder over from a process that is gone', async () => {
  const folder = await aFolder()
  await writeFile(
    path.join(folder, 'server.lock'),
    JSON.stringify({ pid: 2 ** 22 - 3, startedTicks: '1' }),
  )
  await using _lock = await lockData(folder)
  expect(await readdir(folder)).toEqual(['server.lock'])
})

it('takes the folder over when the process number was given to someone else since', async () => {
  const folder = await aFolder()
  await writeFile(
    path.join(folder, 'server.lock'),
    JSON.stringify({ pid: process.pid, startedTicks: '1' }),
  )
  await expect(lockData(folder)).resolves.toBeDefined()
})

it('takes over a lock that was cut off while it was written', async () => {
  const folder = await aFolder()
  await writeFile(path.join(folder, 'server.lock'), '{"pid":')
  await expect(lockData(folder)).resolves.toBeDefined()
})

it('leaves nothing behind when it is given back', async () => {
  const folder = await aFolder()
  const lock = await lockData(folder)
  await lock[Symbol.asyncDispose]()
  expect(await readdir(folder)).toEqual([])
})

function aFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'gridloom-lock-'))
}
