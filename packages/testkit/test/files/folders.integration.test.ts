import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, type FilesSite, startFilesSite } from './files-site.ts'

let site: FilesSite
beforeAll(async () => {
  site = await startFilesSite()
}, 120_000)
afterAll(() => site?.[Symbol.asyncDispose]())

describe('a folder', () => {
  it('lists kind, size, mode, owner, time and link target, folders first', async () => {
    await site.sh(`mkdir -p /t/a/zz && cd /t/a && printf hello > f && chmod 640 f
      touch -d '2020-01-02 03:04:05' f && ln -s f link && ln -s /nowhere broken && ln -s zz to-folder
      mkfifo pipe && chown 12:34 f`)
    const { entries, total, next } = await list('/t/a')
    expect(total).toBe(6)
    expect(next).toBeNull()
    expect(entries.map(({ name, kind }) => [name, kind])).toEqual([
      ['zz', 'folder'],
      ['broken', 'symlink'],
      ['f', 'file'],
      ['link', 'symlink'],
      ['pipe', 'other'],
      ['to-folder', 'symlink'],
    ])
    const named = Object.fromEntries(entries.map((entry) => [entry.name, entry]))
    expect(named.f).toMatchObject({
      size_bytes: 5,
      mode: 0o640,
      user_id: 12,
      group_id: 34,
      modified_at: '2020-01-02T03:04:05.000Z',
    })
    expect(named.zz).toMatchObject({ user: 'root', group: 'root' })
    expect(named.link).toMatchObject({ target: 'f', target_kind: 'file' })
    expect(named['to-folder']).toMatchObject({ target_kind: 'folder' })
    expect(named.broken).toMatchObject({ target: '/nowhere', target_kind: null })
  })

  it('keeps names with line breaks, invalid UTF-8 and percent signs through every call', async () => {
    await site.sh(`mkdir -p /t/names && cd /t/names && printf 1 > "$(printf 'line\\nbreak')"
      printf 2 > "$(printf 'caf\\351')" && printf 3 > '100%' && printf 4 > '-rf' && printf 5 > 'a\\b'`)
    const { entries } = await list('/t/names')
    const names = entries.map(({ name }) => name)
    expect(names).toEqual(['-rf', '100%25', 'a\\b', 'caf%E9', 'line%0Abreak'])
    for (const name of names) {
      const path = `/t/names/${name}`
      expect(String(await bytes(path))).toMatch(/^[1-5]$/)
      await site.client.files.rename({ params: site.params, body: { path, to: `${path}%0A%FE` } })
      await site.client.files.remove({ params: site.params, query: { path: `${path}%0A%FE` } })
    }
    expect((await list('/t/names')).total).toBe(0)
  })

  it('of 10,000 files comes in pages, in order, each entry once', async () => {
    await site.sh('mkdir -p /t/many && cd /t/many && seq -w 1 10000 | xargs touch')
    const first = await list('/t/many', { limit: 1_000 })
    expect(first.total).toBe(10_000)
    expect(first.entries.at(0)?.name).toBe('00001')
    const second = await list('/t/many', { limit: 1_000, after: first.next ?? '' })
    expect(second.entries.at(0)?.name).toBe('01001')
    const last = await list('/t/many', { limit: 3, order: 'desc' })
    expect(last.entries.map(({ name }) => name)).toEqual(['10000', '09999', '09998'])
    await site.client.files.remove({ params: site.params, query: { path: '/t/many' } })
    await expect(list('/t/many')).rejects.toMatchObject({ code: 'not_found' })
  }, 30_000)

  it('is the instance’s own: links lead where they lead inside, and no path leaves it', async () => {
    await site.sh('mkdir -p /t/out && ln -sfn / /t/out/root && ln -sfn ../../../../etc /t/out/etc')
    const inside = (await list('/t/out/root')).entries.map(({ name }) => name)
    expect(inside).toContain('t')
    expect(await bytes('/t/out/etc/hostname')).toEqual(
      Buffer.from(await site.sh('cat /etc/hostname')),
    )
    for (const path of ['/../etc', '/t/../../etc/shadow', '/t/%2E%2E/x', 'etc'])
      await expect(list(path)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('a change', () => {
  it('creates folders, with those above where asked', async () => {
    const { params } = site
    const create = (path: string, parents = false) =>
      site.client.files.createFolder({ params, body: { path, parents } })
    await expect(create('/t/new/a/b')).rejects.toMatchObject({ code: 'not_found' })
    expect(await create('/t/new/a/b', true)).toMatchObject({ name: 'b', kind: 'folder' })
    expect(await create('/t/new/a/b', true)).toMatchObject({ name: 'b' })
    await expect(create('/t/new/a')).rejects.toMatchObject({ code: 'file_exists' })
  })

  it('renames without replacing, and moves no folder into itself', async () => {
    await site.sh('mkdir -p /t/ren/d && printf one > /t/ren/one && printf two > /t/ren/two')
    const { params } = site
    const rename = (path: string, to: string) =>
      site.client.files.rename({ params, body: { path, to } })
    await expect(rename('/t/ren/one', '/t/ren/two')).rejects.toMatchObject({ code: 'file_exists' })
    await expect(rename('/t/ren/d', '/t/ren/d/e')).rejects.toMatchObject({ code: 'file_refused' })
    await rename('/t/ren/one', '/t/ren/d/moved')
    expect(await site.sh('cat /t/ren/two /t/ren/d/moved')).toBe('twoone')
  })

  it('changes permissions, and not those of a link’s target', async () => {
    await site.sh('mkdir -p /t/mode && cd /t/mode && printf x > f && chmod 600 f && ln -s f l')
    const { params } = site
    const change = (path: string) =>
      site.client.files.change({ params, body: { path, mode: 0o4755 } })
    expect(await change('/t/mode/f')).toMatchObject({ mode: 0o4755 })
    await expect(change('/t/mode/l')).rejects.toMatchObject({ code: 'file_refused' })
  })

  it('deletes a folder with everything in it, and nothing that its links lead to', async () => {
    await site.sh(`mkdir -p /t/keep /t/gone/a/b && printf safe > /t/keep/file
      printf x > /t/gone/a/b/x && ln -s /t/keep /t/gone/a/link`)
    const remove = (path: string) =>
      site.client.files.remove({ params: site.params, query: { path } })
    await remove('/t/gone')
    expect(await site.sh('ls /t | grep gone || cat /t/keep/file')).toBe('safe')
    await expect(remove('/')).rejects.toMatchObject({ code: 'file_refused' })
    await expect(remove('/proc/1/status')).rejects.toMatchObject({ code: 'file_refused' })
  })

  it('saves text whole, keeps mode and owner, follows a link, and overwrites no newer version', async () => {
    await site.sh('mkdir -p /t/edit && cd /t/edit && printf old > f && chmod 751 f && ln -s f link')
    const { params } = site
    const found = await site.client.files.entry({ params, query: { path: '/t/edit/f' } })
    const expected = { size_bytes: found.size_bytes, modified_at: found.modified_at }
    const save = (path: string, text: string, version: typeof expected | null) =>
      site.client.files.write({ params, body: { path, text, expected: version } })
    const saved = await save('/t/edit/link', 'new ünïcode\n', expected)
    expect(await site.sh('cat /t/edit/f; stat -c "%a %U" /t/edit/f; ls -A /t/edit')).toBe(
      'new ünïcode\n751 root\nf\nlink\n',
    )
    expect(saved.kind).toBe('symlink')
    await expect(save('/t/edit/f', 'lost', expected)).rejects.toMatchObject({
      code: 'file_changed',
    })
    await expect(save('/t/edit/f', 'lost', null)).rejects.toMatchObject({ code: 'file_exists' })
    expect(await save('/t/edit/g', 'created', null)).toMatchObject({ size_bytes: 7, mode: 0o644 })
  })

  it('is written to the audit log with its instance', async () => {
    const { entries } = await site.client.audit.listOwn({ query: { page_size: 100 } })
    const changes = entries.filter(({ action }) => action.startsWith('files.'))
    expect(new Set(changes.map(({ action }) => action))).toEqual(
      new Set([
        'files.createFolder',
        'files.rename',
        'files.change',
        'files.remove',
        'files.write',
      ]),
    )
    expect(new Set(changes.map(({ subject }) => subject))).toEqual(new Set([site.id]))
  })
})

describe('access', () => {
  it('is refused to other users as if the instance did not exist', async () => {
    const { client } = await site.product.newcomer()
    const { params } = site
    const query = { path: '/etc/hostname' }
    const calls = [
      client.files.list({ params, query: { path: '/' } }),
      client.files.entry({ params, query }),
      client.files.read({ params, query }),
      client.files.archive({ params, query: { path: '/etc' } }),
      client.files.createDownload({ params, body: query }),
      client.files.remove({ params, query }),
      client.files.change({ params, body: { ...query, mode: 0 } }),
      client.files.write({ params, body: { ...query, text: '', expected: null } }),
    ]
    const answers = await Promise.allSettled(calls)
    const refused = { status: 'rejected', reason: { code: 'not_found', status: 404 } }
    expect(answers).toMatchObject(calls.map(() => refused))
  })

  it('takes the scope for reading or for writing', async () => {
    const { product, params, client } = site
    const reader = await keyed(['files:read'])
    const writer = await keyed(['files:write'])
    const other = await keyed(['instances:read', 'instances:write'])
    const query = { path: '/etc' }
    const folder = { path: '/t/by-key', parents: true }
    expect((await reader.files.list({ params, query })).total).toBeGreaterThan(0)
    await writer.files.createFolder({ params, body: folder })
    const calls = [
      other.files.list({ params, query }),
      writer.files.list({ params, query }),
      reader.files.createFolder({ params, body: folder }),
    ]
    const refused = { status: 'rejected', reason: { code: 'scope_missing' } }
    expect(await Promise.allSettled(calls)).toMatchObject(calls.map(() => refused))

    async function keyed(
      scopes: ('files:read' | 'files:write' | 'instances:read' | 'instances:write')[],
    ) {
      const { key } = await client.keys.generateApiKey({ body: { name: scopes.join(' '), scopes } })
      return product.server.client(key)
    }
  })

  it('is bounded: of a flood of calls some are refused, and all are answered', async () => {
    await site.sh('mkdir -p /t && truncate -s 1G /t/large')
    const { server, people } = site.product
    // The client itself would try again. Nobody reads these downloads, so they stay open.
    const url = `${server.url}/api/instances/${site.id}/files/content?path=/t/large`
    const leaving = new AbortController()
    const open = async () => {
      const headers = { authorization: `Bearer ${people.renter.token}` }
      return fetch(url, { headers, signal: leaving.signal })
    }
    const opened = await Promise.all(Array.from({ length: 100 }, open))
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(24)
    expect(opened.filter(({ status }) => status === 429)).toHaveLength(76)
    leaving.abort()
    await expect.poll(async () => (await list('/bin')).total, { timeout: 5_000 }).toBeGreaterThan(0)
  })
})

interface Paging {
  limit?: number
  after?: string
  order?: 'asc' | 'desc'
}

function list(path: string, paging: Paging = {}) {
  return site.client.files.list({ params: site.params, query: { path, ...paging } })
}

function bytes(path: string): Promise<Buffer> {
  return bytesOf(site.client.files.read({ params: site.params, query: { path } }))
}
