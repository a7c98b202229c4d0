import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createSecretSealer, SealBroken } from './secret-sealer.ts'

it('opens a secret for its place alone, with the same key, and not when it was changed', async () => {
  await using site = await setup()
  const sealer = createSecretSealer({ file: site.file('key') })
  const sealed = await sealer.seal('pässword', 'bkp_1')
  expect(sealed).not.toContain('ssword')
  expect(await createSecretSealer({ file: site.file('key') }).open(sealed, 'bkp_1')).toBe(
    'pässword',
  )
  expect((await stat(site.file('key'))).mode & 0o077).toBe(0)
  const changed = `${sealed.slice(0, -2)}AA`
  const other = createSecretSealer({ file: site.file('other') })
  for (const opening of [
    sealer.open(sealed, 'bkp_2'),
    sealer.open(changed, 'bkp_1'),
    sealer.open('', 'bkp_1'),
    other.open(sealed, 'bkp_1'),
  ])
    await expect(opening).rejects.toThrow(SealBroken)
})

async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-seal-'))
  return {
    file: (name: string) => path.join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
