import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SealKey } from '@gridloom/contract/core/seal-key'
import { BoxBroken, sealBox } from '@gridloom/domain/sealed/sealed-box'
import { expect, it } from 'vitest'
import { modeOf } from '../host/files.ts'
import { openSealKey, sealKeyPath } from './seal-key.ts'

it('is made once, readable by its owner only, and opens what was sealed for it', async () => {
  await using folder = await setup()
  const [publicKey, again] = await Promise.all([folder.key.publicKey(), folder.key.publicKey()])
  expect(SealKey.parse(publicKey)).toBe(again)
  expect(await modeOf(sealKeyPath(folder.path))).toBe(0o600)
  const sealed = await sealBox(publicKey, 'secret', 'here')
  const later = openSealKey(folder.path)
  expect(await later.publicKey()).toBe(publicKey)
  expect(await later.open(sealed, 'here')).toBe('secret')
  await expect(later.open(sealed, 'there')).rejects.toThrow(BoxBroken)
})

it('is replaced where its file is damaged', async () => {
  await using folder = await setup()
  await writeFile(sealKeyPath(folder.path), '{"public_key": "x')
  const publicKey = SealKey.parse(await folder.key.publicKey())
  expect(await openSealKey(folder.path).publicKey()).toBe(publicKey)
})

it('is not revealed as JSON', async () => {
  await using folder = await setup()
  await folder.key.publicKey()
  expect(JSON.stringify(folder.key)).toBe('{}')
})

async function setup() {
  const path = await mkdtemp(join(tmpdir(), 'gridloom-seal-key-'))
  return {
    path,
    key: openSealKey(path),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  }
}
