import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import ssh2 from 'ssh2'
import { expect, it } from 'vitest'
import { DamagedSshKey, readSshKeyFile } from './ssh-key-file.ts'

it('every key that is made can be read, also one in 256 whose public part begins with a zero byte', () => {
  const zeroFirst = []
  for (let made = 0; zeroFirst.length < 3 && made < 20_000; made += 1) {
    const key = ssh2.utils.parseKey(ssh2.utils.generateKeyPairSync('ed25519').private)
    if (key instanceof Error) throw key
    const publicKey = key.getPublicSSH().subarray(-32)
    if (publicKey[0] === 0) zeroFirst.push(key.verify('text', key.sign('text')))
  }
  expect(zeroFirst).toEqual([true, true, true])
})

it('a key is made once, and a damaged file is refused by name', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-ssh-key-'))
  try {
    const file = path.join(folder, 'key.pem')
    const made = await readSshKeyFile(file)
    expect(await readSshKeyFile(file)).toMatchObject({ fingerprint: made.fingerprint })
    await writeFile(file, 'not a key')
    await expect(readSshKeyFile(file)).rejects.toThrow(DamagedSshKey)
  } finally {
    await rm(folder, { recursive: true })
  }
})
