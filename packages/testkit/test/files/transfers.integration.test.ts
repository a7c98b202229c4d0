import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { ApiError } from '@gridloom/client/api-error'
import type { FinishFileUpload } from '@gridloom/contract/files/file-entry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, type FilesSite, startFilesSite } from './files-site.ts'

const content = randomBytes(9 * 1024 * 1024 + 17)

let site: FilesSite
let folder: string
beforeAll(async () => {
  site = await startFilesSite()
  folder = await mkdtemp(path.join(tmpdir(), 'gridloom-files-'))
}, 120_000)
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

describe('an upload', () => {
  it('appears under its name once it is whole, with mode and time, and leaves nothing else', async () => {
    const upload = anUpload('/up/whole.bin')
    await site.sh('mkdir -p /up')
    await upload.send(0, content.subarray(0, 5_000_000))
    expect(await upload.offset()).toBe(5_000_000)
    expect(await site.sh('ls /up')).toBe('')
    await expect(upload.finish()).rejects.toMatchObject({ code: 'state_conflict' })
    await upload.send(5_000_000, content.subarray(5_000_000))
    const modified_at = '2021-05-06T07:08:09.000Z'
    const made = await upload.finish({ mode: 0o751, modified_at })
    expect(made).toMatchObject({ name: 'whole.bin', size_bytes: content.length, mode: 0o751 })
    expect(await upload.finish({ mode: 0o751, modified_at })).toMatchObject({ modified_at })
    expect(await site.sh('md5sum < /up/whole.bin; ls -A /up')).toBe(
      `${md5(content)}  -\nwhole.bin\n`,
    )
  })

  it('replaces a file only where asked, with its owner and mode', async () => {
    await site.sh('mkdir -p /rep && printf old > /rep/f && chmod 700 /rep/f && chown 7:8 /rep/f')
    const upload = anUpload('/rep/f', utf8('newer'))
    await upload.send(0, utf8('newer'))
    await expect(upload.finish()).rejects.toMatchObject({ code: 'file_exists' })
    await upload.finish({ replace: true })
    expect(await site.sh('cat /rep/f; stat -c " %a %u:%g" /rep/f')).toBe('newer 700 7:8\n')
  })

  it('resumes after a connection that broke, where its bytes ended', async () => {
    const upload = anUpload('/up/broken.bin')
    await upload.sendAndBreak(content.subarray(0, 2_000_000))
    const offset = await upload.offset()
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(2_000_000)
    await expect(upload.send(offset + 1, content.subarray(offset + 1))).rejects.toMatchObject({
      code: 'state_conflict',
    })
    await upload.send(offset, content.subarray(offset))
    await upload.finish()
    expect(await site.sh('md5sum < /up/broken.bin')).toContain(md5(content))
  })

  it('resumes byte for byte after the server was restarted and the SFTP server killed', async () => {
    const upload = anUpload('/up/killed.bin')
    await upload.send(0, content.subarray(0, 3_000_000))
    await site.sh('pkill -9 sftp-server || killall -9 sftp-server || true')
    // Who asks in the moment that the session dies is told so, and asks again, as every client of uploads does.
    await expect.poll(upload.offset).toBe(3_000_000)
    await upload.send(3_000_000, content.subarray(3_000_000, 4_000_000))
    await site.product.restartServer()
    await site.product.until({
      read: async () => site.product.server.container.agents.connected(site.product.machine.id),
      satisfies: (isConnected) => isConnected,
    })
    const offset = await upload.offset()
    expect(offset).toBe(4_000_000)
    await upload.send(offset, content.subarray(offset))
    await upload.finish()
    expect(await site.sh('md5sum < /up/killed.bin')).toContain(md5(content))
  }, 30_000)

  it('of no bytes is an empty file', async () => {
    await anUpload('/up/empty', Buffer.alloc(0)).finish()
    expect(await site.sh('stat -c %s /up/empty')).toBe('0\n')
  })

  it('takes no byte more than announced', async () => {
    const upload = anUpload('/up/long', utf8('ab'))
    await expect(upload.send(0, utf8('abc'))).rejects.toMatchObject({ code: 'too_large' })
  })

  it('that is cancelled, or abandoned for a day, leaves nothing', async () => {
    await site.sh('mkdir -p /left')
    const cancelled = anUpload('/left/cancelled')
    await cancelled.send(0, content.subarray(0, 100))
    await cancelled.cancel()
    await cancelled.cancel()
    expect(await site.sh('ls -A /left')).toBe('')
    const abandoned = anUpload('/left/abandoned')
    await abandoned.send(0, content.subarray(0, 100))
    await site.sh('touch -d "2026-01-01 00:00" /left/.gridloom-upload-*')
    await anUpload('/left/other', utf8('x')).send(0, utf8('x'))
    expect((await site.sh('ls -A /left')).trim().split('\n')).toHaveLength(1)
  })

  it('that ends is written to the audit log', async () => {
    const { entries } = await site.client.audit.listOwn({ query: { page_size: 100 } })
    const actions = entries.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['files.finishUpload', 'files.cancelUpload']))
  })

  it('to a full disk is told, and gives the space back', async () => {
    // A small file system of its own in every container.
    await site.sh('head -c 60m /dev/zero > /dev/shm/fill')
    const upload = anUpload('/dev/shm/large')
    await expect(upload.send(0, content)).rejects.toMatchObject({
      code: 'instance_disk_full',
      status: 507,
    })
    expect(await site.sh('ls -A /dev/shm; rm /dev/shm/fill')).toBe('fill\n')
  })
})

describe('a download', () => {
  it('of a file has its bytes, or those of a range', async () => {
    await site.sh('mkdir -p /down && printf 0123456789 > /down/ten && ln -s ten /down/link')
    const whole = await get('/down/link')
    expect(whole.headers.get('content-length')).toBe('10')
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect(await whole.text()).toBe('0123456789')
    const part = await get('/down/ten', { range: 'bytes=3-5' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 3-5/10'])
    expect(await part.text()).toBe('345')
    expect(await (await get('/down/ten', { range: 'bytes=-2' })).text()).toBe('89')
    expect((await get('/down/ten', { range: 'bytes=10-' })).status).toBe(400)
    const etag = whole.headers.get('etag') ?? ''
    const same = await get('/down/ten', { range: 'bytes=8-', 'if-range': etag })
    expect(same.status).toBe(206)
    const changed = await get('/down/ten', { range: 'bytes=8-', 'if-range': '"other"' })
    expect([changed.status, await changed.text()]).toEqual([200, '0123456789'])
    expect((await get('/down/ten', { 'if-none-match': etag })).status).toBe(304)
  })

  it('of a device, a pipe or a folder is refused, and waits for nothing', async () => {
    await site.sh('mkfifo /down/pipe')
    for (const file of ['/dev/zero', '/down/pipe', '/down'])
      expect((await get(file)).status).toBe(409)
  })

  it('of a file that grows has the size that it had', async () => {
    await site.sh(
      '(while true; do echo more >> /down/grows; done) > /dev/null 2>&1 & echo $! > /pid',
    )
    const answer = await get('/down/grows')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(String(bytes.length)).toBe(answer.headers.get('content-length'))
    const tar = await archive('/down', 'tar.zst')
    expect(listTar(tar)).toContain('down/grows')
    await site.sh('kill $(cat /pid)')
  })

  it('of a folder as tar keeps modes, times, links and names of any bytes, and follows no link', async () => {
    const long = 'l'.repeat(200)
    await site.sh(`mkdir -p /tree/sub && cd /tree && printf data > sub/f && chmod 640 sub/f
      touch -d '2020-01-02 03:04:05' sub/f && ln -s /etc out && printf x > "$(printf 'n\\ncaf\\351')"
      printf y > ${long} && mkfifo p`)
    await unpack('tar', await archive('/tree', 'tar.zst'))
    const script = `cd ${folder}/tar/tree && stat -c '%a %Y %s' sub/f && readlink out && cat ${long}
      LC_ALL=C ls -b && cat n*`
    const { stdout } = spawnSync('sh', ['-c', script])
    expect(String(stdout)).toBe(
      `640 ${Date.parse('2020-01-02T03:04:05Z') / 1_000} 4\n/etc\nyl${long.slice(1)}\nn\\ncaf\\351\nout\nsub\nx`,
    )
  })

  it('of a folder as zip has its files, and no links', async () => {
    const zip = await archive('/tree', 'zip')
    await writeFile(path.join(folder, 'a.zip'), zip)
    const script = `import zipfile; z = zipfile.ZipFile('${folder}/a.zip'); print(z.testzip(), sorted(n for n in z.namelist() if 'l' * 9 not in n), z.read('tree/sub/f'))`
    const { stdout } = spawnSync('python3', ['-c', script])
    expect(String(stdout)).toBe(
      "None ['tree/', 'tree/n%0Acaf%E9', 'tree/sub/', 'tree/sub/f'] b'data'\n",
    )
  })

  it('by a link works once, without a session, under the name of the file', async () => {
    const { url } = await site.client.files.createDownload({
      params: site.params,
      body: { path: '/down/ten' },
    })
    const once = await fetch(site.product.server.url + url)
    expect(once.headers.get('content-disposition')).toBe('attachment; filename="ten"')
    expect(await once.text()).toBe('0123456789')
    expect((await fetch(site.product.server.url + url)).status).toBe(404)
    const call = site.client.files.createDownload({
      params: site.params,
      body: { path: '/down/ten', format: 'zip' },
    })
    await expect(call).rejects.toBeInstanceOf(ApiError)
  })

  it('ends within seconds when its reader leaves, whichever kind it is', async () => {
    await site.sh('mkdir -p /big && truncate -s 3G /big/file')
    const leaving = new AbortController()
    const kinds = [
      'content?path=/big/file',
      'archive?path=/big&format=zip',
      'archive?path=/big&format=tar.zst',
    ]
    // As many as a user may have at once.
    const opened = await Promise.all(
      Array.from({ length: 24 }, (_, at) => get(kinds[at % 3] ?? '', {}, leaving.signal)),
    )
    expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 200))
    const list = () => get('?path=/').then(({ status }) => status)
    expect(await list()).toBe(429)
    leaving.abort()
    const all = async () => new Set(await Promise.all(Array.from({ length: 24 }, list)))
    await expect.poll(all, { timeout: 10_000 }).toEqual(new Set([200]))
  }, 60_000)
})

function anUpload(target: string, whole: Buffer = content) {
  const { client, params, product } = site
  const upload = randomBytes(16).toString('hex')
  const place = { params: { ...params, upload }, query: { path: target, size_bytes: whole.length } }
  const url = () =>
    `${product.server.url}/api/instances/${params.id}/files/uploads/${upload}?path=${target}&size_bytes=${whole.length}`
  const headers = {
    authorization: `Bearer ${product.people.renter.token}`,
    'tus-resumable': '1.0.0',
  }
  return {
    send: (offset: number, bytes: Buffer) =>
      client.files.sendUpload({ ...place, offset, bytes: new Uint8Array(bytes) }),
    async sendAndBreak(bytes: Buffer) {
      const sending = request(url(), {
        method: 'PATCH',
        headers: {
          ...headers,
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': String(whole.length),
        },
      })
      sending.write(bytes)
      await expect.poll(async () => site.sh('du -k /up/.gridloom-upload-* || true')).not.toBe('')
      const closed = new Promise((resolve) =>
        sending.once('error', () => {}).once('close', resolve),
      )
      sending.destroy()
      await closed
    },
    async offset() {
      const answer = await fetch(url(), { method: 'HEAD', headers })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      return Number(answer.headers.get('upload-offset'))
    },
    finish: (more: Partial<FinishFileUpload> = {}) =>
      client.files.finishUpload({
        params: place.params,
        body: { path: target, size_bytes: whole.length, ...more },
      }),
    cancel: () => client.files.cancelUpload({ params: place.params, query: { path: target } }),
  }
}

/** A file, or whatever else is read of the instance's files. */
function get(
  what: string,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const { server, people } = site.product
  const rest = what.startsWith('/')
    ? `/content?path=${what}`
    : what.startsWith('?')
      ? what
      : `/${what}`
  return fetch(`${server.url}/api/instances/${site.id}/files${rest}`, {
    headers: { authorization: `Bearer ${people.renter.token}`, ...headers },
    ...(signal === undefined ? {} : { signal }),
  })
}

function archive(of: string, format: 'zip' | 'tar.zst'): Promise<Buffer> {
  return bytesOf(site.client.files.archive({ params: site.params, query: { path: of, format } }))
}

async function unpack(name: string, archived: Buffer): Promise<void> {
  const file = path.join(folder, `${name}.tar`)
  await writeFile(file, zstdDecompressSync(archived))
  const script = `mkdir ${folder}/${name} && tar -xf ${file} -C ${folder}/${name}`
  expect(String(spawnSync('sh', ['-c', script]).stderr)).toBe('')
}

function listTar(archived: Buffer): string {
  return String(spawnSync('tar', ['-t'], { input: zstdDecompressSync(archived) }).stdout)
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}

function utf8(text: string): Buffer {
  return Buffer.from(text)
}
