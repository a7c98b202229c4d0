import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { credentialFile } from './credential-file.ts'

const here = 'http://localhost:3000'
const there = 'https://cloud.example.com'

describe('credentialFile', () => {
  it('stores one token per server, and the last one signed in to', () => {
    using world = setup()
    world.file.tokensOf(here).write('a')
    world.file.tokensOf(there).write('b')
    expect(world.file.lastServer()).toBe(there)
    world.file.tokensOf(there).clear()
    expect(world.file.tokensOf(here).read()).toBe('a')
    expect(world.file.tokensOf(there).read()).toBeUndefined()
  })

  it('can be read by its owner alone', () => {
    using world = setup()
    world.file.tokensOf(here).write('a')
    expect(statSync(world.path).mode & 0o777).toBe(0o600)
  })

  it('counts as empty when it is missing, broken, or has other content', () => {
    using world = setup()
    expect(world.file.tokensOf(here).read()).toBeUndefined()
    for (const text of [
      '{',
      '[]',
      '{"tokens":5}',
      '{"server":1,"tokens":{"http://localhost:3000":2}}',
    ]) {
      world.file.tokensOf(there).write('x')
      writeFileSync(world.path, text)
      expect(world.file.tokensOf(here).read()).toBeUndefined()
    }
  })

  it('leaves no other file behind', async () => {
    using world = setup()
    world.file.tokensOf(here).write('a')
    await world.file.tokensOf(here).lock?.(async () => 'done')
    expect(readdirSync(join(world.path, '..'))).toEqual(['credentials.json'])
  })

  it('allows one refresh at a time, across several readers of the file', async () => {
    using world = setup()
    world.file.tokensOf(here).write('a')
    const order: string[] = []
    const second = credentialFile(world.path).tokensOf(here)
    const inside = Promise.withResolvers<void>()
    const first = world.file.tokensOf(here).lock?.(async () => {
      order.push('first begins')
      await inside.promise
      order.push('first ends')
    })
    const other = second.lock?.(async () => order.push('second'))
    inside.resolve()
    await Promise.all([first, other])
    expect(order).toEqual(['first begins', 'first ends', 'second'])
  })

  it('takes over a lock that a killed command left behind', async () => {
    using world = setup()
    world.file.tokensOf(here).write('a')
    writeFileSync(`${world.path}.lock`, '')
    utimesSync(`${world.path}.lock`, 0, 0)
    await expect(world.file.tokensOf(here).lock?.(async () => 'mine')).resolves.toBe('mine')
    expect(() => readFileSync(`${world.path}.lock`)).toThrow()
  })
})

function setup() {
  const home = mkdtempSync(join(tmpdir(), 'gridloom-credentials-'))
  const path = join(home, 'gridloom', 'credentials.json')
  return {
    path,
    file: credentialFile(path),
    [Symbol.dispose]: () => rmSync(home, { recursive: true }),
  }
}
