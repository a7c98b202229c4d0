import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { clientMetadata } from './client.ts'
import { readBlueskyClientKey } from './client-key.ts'

it('makes a key once, which nobody else may read, and publishes its public half alone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-client-key-'))
  try {
    const file = path.join(folder, 'keys', 'bluesky')
    const both = await Promise.all([readBlueskyClientKey(file), readBlueskyClientKey(file)])
    const key = await readBlueskyClientKey(file)
    expect(both).toEqual([key, key])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const published = JSON.stringify(
      clientMetadata({
        publicUrl: 'https://gridloom.example',
        redirectUrl: new URL('https://gridloom.example/ambassador/manage/return'),
        key,
      }),
    )
    expect(published).toContain(key.x)
    expect(published).not.toContain(key.d)
  } finally {
    await rm(folder, { recursive: true })
  }
})
