import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { modeOf } from '../files.ts'
import { openFileToSandbox, openToSandbox } from './open-to-sandbox.ts'

describe("a scene's folder", () => {
  it('is made readable to the other user recursively, without following links', async () => {
    await using test = await setup()
    const [scene, secret] = [join(test.root, 'scene'), join(test.root, 'secret')]
    await mkdir(join(scene, 'textures'), { recursive: true, mode: 0o700 })
    await writeFile(join(scene, 'textures/wood.png'), '', { mode: 0o600 })
    await writeFile(secret, '', { mode: 0o600 })
    await symlink(secret, join(scene, 'link'))
    await openToSandbox(scene, otherUser)
    expect(await modeOf(join(scene, 'textures'))).toBe(0o755)
    expect(await modeOf(join(scene, 'textures/wood.png'))).toBe(0o644)
    expect(await modeOf(secret)).toBe(0o600)
  })

  it('is unchanged where the sandbox runs as the same user', async () => {
    await using test = await setup()
    await mkdir(join(test.root, 'scene'), { mode: 0o700 })
    await openToSandbox(join(test.root, 'scene'), sameUser)
    expect(await modeOf(join(test.root, 'scene'))).toBe(0o700)
  })
})

describe('a file', () => {
  it('is made readable to the other user, but never through a link', async () => {
    await using test = await setup()
    const [range, link] = [join(test.root, 'range'), join(test.root, 'link')]
    await writeFile(range, 'exr', { mode: 0o600 })
    await symlink(range, link)
    await expect(openFileToSandbox(link, otherUser)).rejects.toMatchObject({ code: 'ELOOP' })
    expect(await modeOf(range)).toBe(0o600)
    await openFileToSandbox(range, otherUser)
    expect(await modeOf(range)).toBe(0o644)
  })
})

const otherUser = { mode: 'as_root', disablesUserns: true } as const
const sameUser = { mode: 'user_namespace', disablesUserns: true } as const

async function setup() {
  const root = await mkdtemp(join(tmpdir(), 'gridloom-opened-'))
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
}
