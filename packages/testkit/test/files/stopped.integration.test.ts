import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, type FilesSite, startFilesSite } from './files-site.ts'

let site: FilesSite
beforeAll(async () => {
  site = await startFilesSite()
  await site.sh(`mkdir -p /d/sub && cd /d && head -c 3000000 /dev/zero > zeros && printf text > sub/f
    printf odd > "$(printf 'n\\ncaf\\351')" && printf odd > "$(printf 'line\\nbreak')" && ln -s sub/f link && ln -s ../../../../d/sub/f out
    ln -s sub to-sub && chmod 640 sub/f && chown 5:6 sub/f && ln zeros second`)
  const { params, client, product } = site
  await client.instances.stop({ params })
  await product.untilInstance(site.id, ({ state }) => state === 'stopped')
}, 120_000)
afterAll(() => site?.[Symbol.asyncDispose]())

describe('a stopped instance', () => {
  it('lists its folders as before it was stopped', async () => {
    const { client, params } = site
    const list = (path: string) => client.files.list({ params, query: { path } })
    const { entries, source, total } = await list('/d')
    expect([source, total]).toEqual(['stopped', 8])
    const named = Object.fromEntries(entries.map((entry) => [entry.name, entry]))
    expect(named.zeros).toMatchObject({ kind: 'file', size_bytes: 3_000_000 })
    expect(named.second).toMatchObject({ kind: 'file', size_bytes: 3_000_000 })
    expect(named.link).toMatchObject({ kind: 'symlink', target: 'sub/f' })
    expect(named['n%0Acaf%E9']).toMatchObject({ size_bytes: 3 })
    expect((await list('/d/to-sub')).entries[0]).toMatchObject({
      name: 'f',
      mode: 0o640,
      user_id: 5,
      group_id: 6,
    })
    expect((await list('/')).entries.map(({ name }) => name)).toContain('d')
    await expect(list('/nothing')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('gives its files, ranges and folders; links lead where they lead inside', async () => {
    const { client, params } = site
    const read = (path: string, headers = {}) =>
      bytesOf(client.files.read({ params, query: { path }, headers }))
    expect(String(await read('/d/link'))).toBe('text')
    expect(String(await read('/d/line%0Abreak'))).toBe('odd')
    await expect(read('/d/n%0Acaf%E9')).rejects.toMatchObject({ code: 'needs_running_instance' })
    expect((await read('/d/zeros')).equals(Buffer.alloc(3_000_000))).toBe(true)
    expect(await read('/d/zeros', { range: 'bytes=2999990-' })).toEqual(Buffer.alloc(10))
    // Into the container's own root, however far up it leads.
    expect(String(await read('/d/out'))).toBe('text')
    const query = { path: '/d', format: 'tar.zst' } as const
    const tar = zstdDecompressSync(await bytesOf(client.files.archive({ params, query })))
    const listed = String(spawnSync('tar', ['-tv'], { input: tar }).stdout)
    expect(listed).toMatch(/d\/out -> \.\.\/.*d\/sub\/f/)
    expect(listed).toMatch(/5\/6 +4 .* d\/sub\/f/)
  })

  it('names the remedy for what only a running one can do', async () => {
    const { client, params } = site
    const path = '/d/zeros'
    const upload = randomBytes(16).toString('hex')
    const calls = [
      client.files.remove({ params, query: { path } }),
      client.files.rename({ params, body: { path, to: '/d/x' } }),
      client.files.change({ params, body: { path, mode: 0o600 } }),
      client.files.createFolder({ params, body: { path: '/d/new' } }),
      client.files.uploadOffset({ params: { ...params, upload }, query: { path: '/d/new' } }),
    ]
    const answers = await Promise.allSettled(calls)
    const refused = { status: 'rejected', reason: { code: 'needs_running_instance' } }
    expect(answers).toMatchObject(calls.map(() => refused))
  })
})
