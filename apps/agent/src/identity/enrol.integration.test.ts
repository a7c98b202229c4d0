import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { startControlPlane } from '../../test/control-plane.ts'
import { modeOf } from '../host/files.ts'
import { type EnrolOptions, enrol } from './enrol.ts'
import { keyPath } from './key.ts'
import { followServer, membershipPath, readIdentity } from './membership.ts'

describe('enrolling', () => {
  it('gives the machine an id, stored beside its key, both readable by the owner only', async () => {
    await using test = await setup()
    const { membership } = await test.enrol()
    expect(membership).toMatchObject({ server_url: test.plane.url, name: 'box' })
    const kept = await readIdentity(test.dataDir)
    expect(kept?.membership).toEqual(membership)
    expect(await modeOf(membershipPath(test.dataDir))).toBe(0o600)
    expect(await modeOf(keyPath(test.dataDir))).toBe(0o600)
  })

  it('is rejected with a used token, and leaves no files behind', async () => {
    await using test = await setup()
    const token = test.plane.makeToken()
    await test.enrol({ token })
    await using other = await setup()
    const again = other.enrol({ token, serverUrl: test.plane.url })
    await expect(again).rejects.toMatchObject({
      code: 'enrolment_token_invalid',
      message: expect.stringContaining('Create a new one on the Machines page'),
    })
    expect(await readIdentity(other.dataDir)).toBeUndefined()
    expect(await modeOf(keyPath(other.dataDir))).toBeUndefined()
  })

  it('is rejected on an enrolled machine, with its id and the flag that replaces it', async () => {
    await using test = await setup()
    const { membership } = await test.enrol()
    const again = test.enrol()
    await expect(again).rejects.toThrow(membership.machine_id)
    await expect(again).rejects.toThrow('--force')
    expect(test.plane.seen).toHaveLength(1)
  })

  it('replaces the identity and the key on request', async () => {
    await using test = await setup()
    const before = await test.enrol()
    const after = await test.enrol({ existing: 'replace' })
    expect(after.membership.machine_id).not.toBe(before.membership.machine_id)
    expect((await readIdentity(test.dataDir))?.key.publicKey).toBe(after.key.publicKey)
    expect(after.key.publicKey).not.toBe(before.key.publicKey)
  })

  it('keeps the old identity when its replacement is rejected', async () => {
    await using test = await setup()
    const before = await test.enrol()
    const replacing = test.enrol({ existing: 'replace', token: 'unknown' })
    await expect(replacing).rejects.toMatchObject({ code: 'enrolment_token_invalid' })
    expect((await readIdentity(test.dataDir))?.key.publicKey).toBe(before.key.publicKey)
  })

  it('reports which server cannot be reached', async () => {
    await using test = await setup()
    await test.plane.crash()
    await expect(test.enrol()).rejects.toThrow(`${test.plane.url} cannot be reached`)
    await test.plane.restart()
  })

  it('never sends the private key', async () => {
    await using test = await setup()
    await test.enrol()
    const pem = await readFile(keyPath(test.dataDir), 'utf8')
    const [, secret = 'none'] = pem.split('\n')
    expect(test.plane.bodies.join('\n')).toContain('public_key')
    expect(test.plane.bodies.join('\n')).not.toContain(secret.slice(-43))
  })
})

describe('the identity on disk', () => {
  it('is rejected with a remedy when the key is missing', async () => {
    await using test = await setup()
    await test.enrol()
    await unlink(keyPath(test.dataDir))
    await expect(readIdentity(test.dataDir)).rejects.toThrow('enrol --force')
  })

  it('is rejected when the file is damaged, instead of counting as a new machine', async () => {
    await using test = await setup()
    await writeFile(membershipPath(test.dataDir), '{"machine_id": "x"')
    await expect(readIdentity(test.dataDir)).rejects.toThrow()
  })

  it('is updated with a new address of its server', async () => {
    await using test = await setup()
    const identity = await test.enrol()
    await followServer(test.dataDir, identity, 'https://moved.example')
    expect((await readIdentity(test.dataDir))?.membership).toEqual({
      ...identity.membership,
      server_url: 'https://moved.example',
    })
  })
})

async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-enrol-'))
  const plane = await startControlPlane()
  return {
    dataDir,
    plane,
    enrol: (changes: Partial<EnrolOptions> = {}) =>
      enrol({
        dataDir,
        serverUrl: plane.url,
        token: plane.makeToken(),
        name: 'box',
        existing: 'keep',
        clock: systemClock,
        ...changes,
      }),
    [Symbol.asyncDispose]: async () => {
      await plane[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}
