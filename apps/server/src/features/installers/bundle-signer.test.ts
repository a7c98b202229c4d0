import { createPublicKey, verify } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createBundleSigner } from './bundle-signer.ts'

it('signs a file so that its public key verifies that file and no other', async () => {
  await using site = await setup()
  const signer = createBundleSigner({ file: site.key })
  const signature = Buffer.from(await signer.sign(site.bundle), 'base64')
  const { pem, xml } = await signer.publicKey()
  const content = await readFile(site.bundle)
  expect(verify('sha256', content, createPublicKey(pem), signature)).toBe(true)
  expect(verify('sha256', content.subarray(1), createPublicKey(pem), signature)).toBe(false)
  expect(xml).toMatch(/^<RSAKeyValue><Modulus>[\w+/]+=*<\/Modulus><Exponent>AQAB<\/Exponent>/)
})

it('reuses its key after a restart, readable only by its own user', async () => {
  await using site = await setup()
  const first = await createBundleSigner({ file: site.key }).publicKey()
  expect(await createBundleSigner({ file: site.key }).publicKey()).toEqual(first)
  expect((await stat(site.key)).mode & 0o777).toBe(0o600)
})

it('never replaces a key that is temporarily unreadable', async () => {
  await using site = await setup()
  const first = await createBundleSigner({ file: site.key }).publicKey()
  await rename(site.key, `${site.key}.away`)
  // Root can read a file of any mode, so a folder takes its place.
  await mkdir(site.key)
  const signer = createBundleSigner({ file: site.key })
  await expect(signer.publicKey()).rejects.toMatchObject({ code: 'EISDIR' })
  await rm(site.key, { recursive: true })
  await rename(`${site.key}.away`, site.key)
  expect(await signer.publicKey()).toEqual(first)
})

it('creates one key for all replicas that start at the same time', async () => {
  await using site = await setup()
  const replicas = Array.from({ length: 6 }, () => createBundleSigner({ file: site.key }))
  const keys = await Promise.all(replicas.map(async (signer) => (await signer.publicKey()).pem))
  expect(new Set(keys).size).toBe(1)
  expect((await createBundleSigner({ file: site.key }).publicKey()).pem).toBe(keys[0])
  expect(await readdir(path.dirname(site.key))).toEqual([path.basename(site.key)])
})

async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-signer-'))
  const bundle = path.join(folder, 'agent.tar.gz')
  await writeFile(bundle, 'the agent')
  return {
    bundle,
    key: path.join(folder, 'keys/agent-signing-key.pem'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
