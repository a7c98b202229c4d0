import { createHash } from 'node:crypto'
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holdSoleUse, placeOf } from './sole-use.ts'

describe('the sole use of a folder', () => {
  it('is refused to a second taker, by whatever name', async () => {
    await using folder = await setup()
    await using _held = await holdSoleUse(folder.path)
    await expect(holdSoleUse(folder.path)).rejects.toMatchObject({ name: 'InUse' })
    await expect(holdSoleUse(folder.alias)).rejects.toThrow('already runs')
  })

  it('is free again after its holder', async () => {
    await using folder = await setup()
    const held = await holdSoleUse(folder.path)
    await held[Symbol.asyncDispose]()
    await using again = await holdSoleUse(folder.path)
    expect(again).toBeDefined()
  })

  it('leaves other folders alone', async () => {
    await using one = await setup()
    await using other = await setup()
    await using _held = await holdSoleUse(one.path)
    await using also = await holdSoleUse(other.path)
    expect(also).toBeDefined()
  })

  it('is refused by a socket file too, where the kernel has no names of its own', async () => {
    await using folder = await setup()
    await using _held = await holdSoleUse(folder.path, 'darwin')
    await expect(holdSoleUse(folder.alias, 'darwin')).rejects.toMatchObject({ name: 'InUse' })
  })

  it('takes over the socket file that a killed agent left', async () => {
    await using folder = await setup()
    const digest = createHash('sha256')
      .update(await realpath(folder.path))
      .digest('hex')
    await writeFile(placeOf(digest, 'darwin').name, '')
    await using held = await holdSoleUse(folder.path, 'darwin')
    expect(held).toBeDefined()
  })

  it('has a named pipe on Windows and a name that fits a socket file on macOS', () => {
    const digest = 'ab'.repeat(32)
    expect(placeOf(digest, 'win32').name).toMatch(/^\\\\\.\\pipe\\gridloom-agent-[ab]{32}$/)
    expect(placeOf(digest, 'darwin').name.length).toBeLessThan(104)
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
