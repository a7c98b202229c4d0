import { expect, it } from 'vitest'
import { recordedRepository } from '../../../../test/recorded-repository.ts'
import { makeKeyFile, openMasterKey } from './key-file.ts'

const { password, keyFile: file, config, masterKey } = recordedRepository
/** Less than usual: tests guess no passwords. */
const cost = { N: 1_024, r: 8, p: 1 }

it('opens a key of restic with its password, and with no other', async () => {
  const opened = await openMasterKey(['{', '{}', file], { password, config })
  expect(JSON.parse(String(opened))).toEqual(masterKey)
  expect(await openMasterKey([file], { password: 'another', config })).toBeUndefined()
})

it('seals the same key with another password, differently each time', async () => {
  const text = Buffer.from(JSON.stringify(masterKey))
  const make = () => makeKeyFile(text, { password: 'new', now: new Date(0), cost })
  const [one, other] = await Promise.all([make(), make()])
  expect(one.equals(other)).toBe(false)
  expect(await openMasterKey([String(one)], { password: 'new', config })).toEqual(text)
  expect(await openMasterKey([String(one)], { password, config })).toBeUndefined()
  expect(String(one)).not.toContain(masterKey.encrypt)
})

it('passes over a key that somebody put there who knows the password, but not the repository', async () => {
  const other = { ...masterKey, encrypt: Buffer.alloc(32, 1).toString('base64') }
  const planted = String(
    await makeKeyFile(Buffer.from(JSON.stringify(other)), { password, now: new Date(0), cost }),
  )
  expect(await openMasterKey([planted], { password, config })).toBeUndefined()
  const opened = await openMasterKey([planted, file], { password, config })
  expect(JSON.parse(String(opened))).toEqual(masterKey)
  const notJson = String(
    await makeKeyFile(Buffer.from(JSON.stringify('x')), { password, now: new Date(0), cost }),
  )
  expect(await openMasterKey([notJson], { password, config })).toBeUndefined()
})

it('tries nothing that would take more memory or time than keys of restic', async () => {
  for (const changes of [
    { N: 1_048_576 },
    { r: 64 },
    { p: 1_000 },
    { N: 16_383 },
    { kdf: 'none' },
    { data: '' },
    { salt: 'A'.repeat(2_000) },
  ]) {
    const changed = JSON.stringify({ ...JSON.parse(file), ...changes })
    expect(await openMasterKey([changed], { password, config })).toBeUndefined()
  }
  const salt = Buffer.alloc(64).toString('base64')
  const planted = JSON.stringify({ ...JSON.parse(file), salt })
  const all = [planted, planted, file]
  const oneWork = 16_384 * 8
  expect(await openMasterKey(all, { password, config, workMax: 2 * oneWork })).toBeUndefined()
  expect(await openMasterKey(all, { password, config, workMax: 3 * oneWork })).toBeDefined()
})
