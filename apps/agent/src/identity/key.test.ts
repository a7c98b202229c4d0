import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PublicKey } from '@gridloom/contract/machines/enrolment'
import { describe, expect, it } from 'vitest'
import { modeOf } from '../host/files.ts'
import { keyPath, makeKey, readKey } from './key.ts'

describe("the machine's key", () => {
  it('is a new Ed25519 key each time, with 32 raw bytes as its public key', () => {
    const one = makeKey()
    expect(PublicKey.parse(one.publicKey)).toBe(one.publicKey)
    expect(makeKey().publicKey).not.toBe(one.publicKey)
  })

  it('signs statements that its public key verifies', () => {
    const key = makeKey()
    expect(isSigned(key.publicKey, 'statement', key.sign('statement'))).toBe(true)
    expect(isSigned(key.publicKey, 'another', key.sign('statement'))).toBe(false)
  })

  it('is read back unchanged from a file that only its owner can read', async () => {
    await using folder = await setup()
    const key = makeKey()
    await key.keepIn(folder.path)
    expect(await modeOf(keyPath(folder.path))).toBe(0o600)
    expect((await readKey(folder.path))?.publicKey).toBe(key.publicKey)
    expect(await readdir(folder.path)).toEqual(['machine.key'])
  })

  it('is undefined before it was stored', async () => {
    await using folder = await setup()
    expect(await readKey(folder.path)).toBeUndefined()
  })

  it('does not reveal its private key as JSON', async () => {
    await using folder = await setup()
    const key = makeKey()
    await key.keepIn(folder.path)
    const pem = await readFile(keyPath(folder.path), 'utf8')
    const [, secret = 'none'] = pem.split('\n')
    expect(JSON.stringify(key)).not.toContain(secret)
  })
})

function isSigned(rawKey: string, statement: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: rawKey }, format: 'jwk' })
  return verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64url'))
}

async function setup() {
  const path = await mkdtemp(join(tmpdir(), 'gridloom-key-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
