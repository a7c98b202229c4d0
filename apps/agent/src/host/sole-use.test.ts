import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holdSoleUse } from './sole-use.ts'

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
