import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

describe('the fingerprint of the render programs', () => {
  it('changes when one is installed, replaced or removed, and not otherwise', async () => {
    await using test = await setup()
    const read = fingerprintOf([test.program, undefined])
    const absent = await read()
    expect(await read()).toBe(absent)
    await writeFile(test.program, 'blender 3')
    const first = await read()
    expect(await read()).toBe(first)
    await writeFile(`${test.program}.new`, 'blender 5')
    await rename(`${test.program}.new`, test.program)
    const second = await read()
    await rm(test.program)
    expect(new Set([absent, first, second]).size).toBe(3)
    expect(await read()).toBe(absent)
  })
})

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-fingerprint-'))
  return {
    program: join(folder, 'blender'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
