import { createHash } from 'node:crypto'
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holdSoleUse, lockAddress } from './sole-use.ts'

describe('sole use of a folder', () => {
  it('is rejected for a second holder, also by another path', async () => {
    await using folder = await setup()
    await using _held = await holdSoleUse(folder.path)
    await expect(holdSoleUse(folder.path)).rejects.toMatchObject({ name: 'InUse' })
    await expect(holdSoleUse(folder.alias)).rejects.toThrow('already using the data folder')
  })

  it('is available again once its holder releases it', async () => {
    await using folder = await setup()
    const held = await holdSoleUse(folder.path)
    await held[Symbol.asyncDispose]()
    await using again = await holdSoleUse(folder.path)
    expect(again).toBeDefined()
  })

  it('does not affect other folders', async () => {
    await using one = await setup()
    await using other = await setup()
    await using _held = await holdSoleUse(one.path)
    await using also = await holdSoleUse(other.path)
    expect(also).toBeDefined()
  })

  it('is rejected by a socket file where the kernel has no abstract sockets', async () => {
    await using folder = await setup()
    await using _held = await holdSoleUse(folder.path, 'darwin')
    await expect(holdSoleUse(folder.alias, 'darwin')).rejects.toMatchObject({ name: 'InUse' })
  })

  it('replaces the socket file that a killed agent left', async () => {
    await using folder = await setup()
    const digest = createHash('sha256')
      .update(await realpath(folder.path))
      .digest('hex')
    await writeFile(lockAddress(digest, 'darwin').name, '')
    await using held = await holdSoleUse(folder.path, 'darwin')
    expect(held).toBeDefined()
  })

  it('has a named pipe on Windows and a path that fits a socket file on macOS', () => {
    const digest = 'ab'.repeat(32)
    expect(lockAddress(digest, 'win32').name).toMatch(/^\\\\\.\\pipe\\gridloom-agent-[ab]{32}$/)
    expect(lockAddress(digest, 'darwin').name.length).toBeLessThan(104)
  })
})

async function setup() {
  const path = await mkdtemp(join(tmpdir(), 'gridloom-sole-'))
  const alias = `${path}-alias`
  await symlink(path, alias)
  return {
    path,
    alias,
    [Symbol.asyncDispose]: async () => {
      await rm(alias)
      await rm(path, { recursive: true })
    },
  }
}
