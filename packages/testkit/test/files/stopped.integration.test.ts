import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { ownerOf } from '@gridloom/agent/host/owners'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, type FilesSite, startFilesSite } from './files-site.ts'

let site: FilesSite
beforeAll(async () => {
  site = await startFilesSite({ volumeAt: '/vol' })
  await site.sh(`echo first > /vol/f; mkdir -p /d/sub && cd /d && head -c 3000000 /dev/zero > zeros && printf text > sub/f
    printf odd > "$(printf 'n\\ncaf\\351')" && printf odd > "$(printf 'line\\nbreak')" && ln -s sub/f link && ln -s ../../../../d/sub/f out
    ln -s sub to-sub && mkdir -p tree/a && ln -s /d/sub/f tree/a/l && touch tree/a/b && chmod 640 sub/f && chown 5:6 sub/f && ln zeros second`)
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
    expect([source, total]).toEqual(['stopped', 9])
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
    expect(String(await read('/d/n%0Acaf%E9'))).toBe('odd')
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

  it('keeps its changes when it starts: uploads, folders, names, permissions, texts', async () => {
    const { client, params } = site
    const modified_at = '2021-05-06T07:08:09.000Z'
    const content = randomBytes(3_000_000)
    await client.files.createFolder({ params, body: { path: '/new/deep', parents: true } })
    await upload('/new/deep/up.bin', content, { mode: 0o751, modified_at })
    await client.files.rename({ params, body: { path: '/d/second', to: '/d/renamed' } })
    await client.files.change({ params, body: { path: '/d/sub/f', mode: 0o600 } })
    await client.files.remove({ params, query: { path: '/d/zeros' } })
    await client.files.remove({ params, query: { path: '/d/n%0Acaf%E9' } })
    await client.files.remove({ params, query: { path: '/d/tree' } })
    const expected = { size_bytes: 4, modified_at: (await entry('/d/sub/f')).modified_at }
    await client.files.write({ params, body: { path: '/d/link', text: 'saved', expected } })
    const { entries, access } = await client.files.list({ params, query: { path: '/d' } })
    expect([access, entries.map(({ name }) => name)]).toEqual([
      'write',
      ['sub', 'line%0Abreak', 'link', 'out', 'renamed', 'to-sub'],
    ])
    expect((await entry('/vol/f')).size_bytes).toBe(6)
    await upload('/vol/g', utf8('second'))
    await running()
    expect(await site.sh('cat /vol/f /vol/g')).toBe('first\nsecond')
    const facts = `stat -c '%a %Y %s' /new/deep/up.bin; md5sum < /new/deep/up.bin; cat /d/link; stat -c ' %a %u:%g' /d/sub/f
      find /d | wc -l; ls -a /new/deep; ls /dev | wc -l; wc -c < /d/renamed`
    const [up, sum, text, count, ...rest] = (await site.sh(facts)).trim().split('\n')
    expect(up).toBe(`751 ${Date.parse(modified_at) / 1_000} 3000000`)
    expect(sum).toContain(createHash('md5').update(content).digest('hex'))
    // With the folder itself, what is in sub, and two lines for a name with a line break.
    expect([text, count]).toEqual(['saved 600 5:6', '9'])
    expect(rest.slice(0, 3)).toEqual(['.', '..', 'up.bin'])
    expect(rest.at(-1)).toBe('3000000')
    await stopped()
  }, 60_000)

  it('lets no link lead out of its disk, for reading, writing and deleting', async () => {
    const { client, params } = site
    // The folder of this test, as seen from the machine: nothing of it may be reached.
    const outside = await mkdtemp(path.join(tmpdir(), 'gridloom-outside-'))
    await writeFile(path.join(outside, 'secret'), 'of the machine')
    await running()
    await site.sh(`ln -s ${outside} /leak && ln -s ../../../../../..${outside}/secret /leak-file
      ln -s /proc/1/root${outside} /leak-proc && ln -s / /loop && rm -rf /dev-link && ln -s /dev /dev-link`)
    await stopped()
    for (const leak of ['/leak/secret', '/leak-file', '/leak-proc/secret'])
      await expect(client.files.read({ params, query: { path: leak } })).rejects.toMatchObject({
        code: 'not_found',
      })
    for (const folder of ['/leak', '/leak-proc'])
      await expect(upload(`${folder}/new`, utf8('x'))).rejects.toMatchObject({
        code: 'not_found',
      })
    await client.files.createFolder({ params, body: { path: `${outside}`, parents: true } })
    await upload('/leak/inside', utf8('kept inside'))
    await client.files.remove({ params, query: { path: '/loop' } })
    expect((await client.files.list({ params, query: { path: '/dev-link' } })).total).toBe(1)
    expect(await readdir(outside)).toEqual(['secret'])
    expect(await readFile(path.join(outside, 'secret'), 'utf8')).toBe('of the machine')
    await running()
    expect(await site.sh('cat /leak/inside')).toBe('kept inside')
    await stopped()
    await rm(outside, { recursive: true })
  }, 60_000)

  it('that starts in the midst of an upload has none of it under its name, and the rest resumes', async () => {
    const { client, params } = site
    const content = randomBytes(2_000_000)
    const id = randomBytes(16).toString('hex')
    const place = {
      params: { ...params, upload: id },
      query: { path: '/cut', size_bytes: 2_000_000 },
    }
    const send = (offset: number, bytes: Buffer) =>
      client.files.sendUpload({ ...place, offset, bytes: new Uint8Array(bytes) })
    await send(0, content.subarray(0, 1_500_000))
    await running()
    expect(await site.sh('ls /cut 2>/dev/null || true')).toBe('')
    await send(1_500_000, content.subarray(1_500_000))
    await client.files.finishUpload({
      params: place.params,
      body: { path: '/cut', size_bytes: 2_000_000 },
    })
    expect(await site.sh('md5sum < /cut')).toContain(
      createHash('md5').update(content).digest('hex'),
    )
    expect(await diskHelpers()).toEqual([])
    await stopped()
  }, 60_000)

  it('with a library that is loaded into all programs can only be read', async () => {
    const { client, params } = site
    await upload('/etc/ld.so.preload', utf8('/tmp/library.so'))
    // The disk that was open is closed: from now on it is not opened.
    await running()
    await stopped()
    const list = await client.files.list({ params, query: { path: '/d' } })
    expect([list.source, list.access]).toEqual(['stopped', 'read'])
    const calls = [
      client.files.remove({ params, query: { path: '/d/sub' } }),
      client.files.rename({ params, body: { path: '/d/sub', to: '/d/x' } }),
      client.files.change({ params, body: { path: '/d/sub', mode: 0o600 } }),
      client.files.createFolder({ params, body: { path: '/d/other' } }),
      upload('/d/other', utf8('x')),
    ]
    const answers = await Promise.allSettled(calls)
    const refused = { status: 'rejected', reason: { code: 'needs_running_instance' } }
    expect(answers).toMatchObject(calls.map(() => refused))
    await expect(client.files.read({ params, query: { path: '/d/caf%E9' } })).rejects.toMatchObject(
      { code: 'needs_running_instance' },
    )
  }, 60_000)
})

async function upload(
  to: string,
  content: Buffer,
  more: { mode?: number; modified_at?: string } = {},
) {
  const params = { ...site.params, upload: randomBytes(16).toString('hex') }
  const size_bytes = content.length
  const query = { path: to, size_bytes }
  const bytes = new Uint8Array(content)
  await site.client.files.sendUpload({ params, query, offset: 0, bytes })
  await site.client.files.finishUpload({ params, body: { path: to, size_bytes, ...more } })
}

function entry(of: string) {
  return site.client.files.entry({ params: site.params, query: { path: of } })
}

async function running(): Promise<void> {
  await site.client.instances.start({ params: site.params })
  await site.product.untilInstance(site.id, ({ state, ready }) => state === 'running' && ready)
}

async function stopped(): Promise<void> {
  await site.client.instances.stop({ params: site.params })
  await site.product.untilInstance(site.id, ({ state }) => state === 'stopped')
}

/** The helpers that hold disks of this machine's instances. */
async function diskHelpers(): Promise<string[]> {
  const label = `gridloom.agent=${ownerOf(site.product.machine.dataDir)}`
  const helpers = await site.product.machine.runtime.helpers.list(label, AbortSignal.timeout(5_000))
  return helpers.map(({ labels }) => labels['gridloom.disk_of'] ?? '').filter((of) => of !== '')
}

function utf8(text: string): Buffer {
  return Buffer.from(text)
}
