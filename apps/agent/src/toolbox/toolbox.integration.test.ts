import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { ownRuntime } from '../../test/docker-manager.ts'
import { startToolboxServer, type ToolboxServerOptions } from '../../test/toolbox-server.ts'
import { createFakeRuntime } from '../runtime/fake/index.ts'
import { packTar } from '../runtime/pack-tar.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import { createToolbox, toolboxLabel } from './toolbox.ts'

const facts = '/install/toolbox/linux-x64'

describe('the toolbox of a machine', () => {
  it('is downloaded once, and given to containers from then on', async () => {
    await using at = await setup()
    expect(await at.toolbox.take()).toBeUndefined()
    at.start()
    await at.untilReady()
    const volume = `gridloom-toolbox-${at.server.version.slice(0, 16)}`
    const ready = { version: at.server.version, mount: { volume, path: '/.gridloom' } }
    expect(await at.toolbox.take()).toEqual(ready)
    await at.turn(6 * 60 * 60_000)
    await expect.poll(() => at.asked(facts)).toBe(2)
    expect(at.asked(`${facts}/${at.server.version}`)).toBe(1)
    expect(await readdir(at.dataDir)).toEqual([])
  })

  it('replaces an older one, which no container uses', async () => {
    await using at = await setup()
    const older = { ...content, name: 'gridloom-toolbox-older' }
    await at.runtime.volumes.fill(older, AbortSignal.timeout(5_000))
    at.start()
    await at.untilReady()
    const volumes = await at.runtime.volumes.list(toolboxLabel, AbortSignal.timeout(5_000))
    expect(volumes).toEqual([`gridloom-toolbox-${at.server.version.slice(0, 16)}`])
  })

  it('is downloaded again when its volume was removed, and until then containers get none', async () => {
    await using at = await setup()
    at.start()
    await at.untilReady()
    const volume = (await at.toolbox.take())?.mount.volume ?? ''
    await at.runtime.volumes.remove(volume, AbortSignal.timeout(5_000))
    expect(await at.toolbox.take()).toBeUndefined()
    await at.untilReady()
    expect(at.asked(`${facts}/${at.server.version}`)).toBe(2)
  })

  it.each([
    ['another key', { publicKey: 'other' }, 'not signed with the key that was stored'],
    [
      'another hash',
      { facts: { sha256: 'a'.repeat(64) } },
      'not the one that the server announced',
    ],
    ['more bytes than announced', { facts: { bytes: 10 } }, 'is larger than 10 bytes'],
    ['a size beyond the limit', { facts: { bytes: 2 ** 30 } }, 'Unexpected response'],
    ['a bomb', { archive: 'bomb' }, 'is larger than'],
    ['no zstd', { archive: 'garbage' }, 'Unknown frame descriptor'],
  ] as const)('is rejected with %s, and nothing is left', async (_what, changes, text) => {
    await using at = await setup(changes)
    at.start()
    await expect.poll(() => at.failures.map(String)).toEqual([expect.stringContaining(text)])
    expect(await at.toolbox.take()).toBeUndefined()
    expect(await readdir(at.dataDir)).toEqual([])
    expect(await at.runtime.volumes.list(toolboxLabel, AbortSignal.timeout(5_000))).toEqual([])
  })

  it('is asked for again, ever later, while the server has none', async () => {
    await using at = await setup()
    for (let failures = 0; failures < 3; failures += 1)
      at.server.odd.push(({ response }) => response.writeHead(503).end() !== undefined)
    at.start()
    await expect.poll(() => at.failures).toHaveLength(1)
    await at.turn(10_000)
    await expect.poll(() => at.failures).toHaveLength(2)
    await at.turn(5_000)
    expect(at.failures).toHaveLength(2)
    await at.turn(15_000)
    await expect.poll(() => at.failures).toHaveLength(3)
    await at.turn(40_000)
    await at.untilReady()
  })
})

describe('with Docker', () => {
  it('completes a volume whose filling broke off, and is not unpacked twice', async () => {
    const runtime = await ownRuntime('toolbox-test')
    const name = `gridloom-test-${randomBytes(6).toString('hex')}`
    const signal = AbortSignal.timeout(60_000)
    let opened = 0
    const whole = await packTar(tools)
    const fill = (archive: () => AsyncIterable<Uint8Array>) => {
      const open = async () => {
        opened += 1
        return archive()
      }
      return runtime.volumes.fill({ ...content, name, through: `${name}-fill`, open }, signal)
    }
    try {
      const torn = async function* () {
        yield whole.subarray(0, 1_024)
        throw new Error('the connection was lost')
      }
      await expect(fill(torn)).rejects.toThrow()
      await fill(() => pieces(whole))
      await fill(() => pieces(whole))
      expect(opened).toBe(2)
      expect(await runtime.volumes.list('gridloom.test_volume', signal)).toContain(name)
      expect(await runtime.inspectContainer(`${name}-fill`, signal)).toBeUndefined()
    } finally {
      await runtime.volumes.remove(name, signal)
    }
    expect(await runtime.volumes.createdAt(name, signal)).toBeUndefined()
  })
})

const tools = [
  { name: '.gridloom/', type: 'directory', mode: 0o755 } as const,
  { name: '.gridloom/tool', mode: 0o755, content: 'a program' },
  { name: '.gridloom/manifest.json', content: '{}' },
]

const content = {
  name: '',
  labels: { [toolboxLabel]: 'older', 'gridloom.test_volume': 'yes' },
  through: 'gridloom-test-fill',
  mountedAt: '/.gridloom',
  lastFile: 'manifest.json',
  open: async () => pieces(Buffer.alloc(7, 'content')),
}

async function* pieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

interface SetupOptions extends ToolboxServerOptions {
  /** `other`: the agent has stored another key than the server's. */
  publicKey?: 'other'
  archive?: 'bomb' | 'garbage'
}

async function setup({ publicKey, archive, ...options }: SetupOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-toolbox-'))
  const server = await startToolboxServer(await archiveOf(archive), options)
  const other = await startToolboxServer(Buffer.alloc(5, 'other'))
  await other[Symbol.asyncDispose]()
  const runtime: ContainerRuntime = createFakeRuntime()
  const clock = createTestClock()
  const failures: unknown[] = []
  const toolbox = createToolbox({
    ...{ runtime, dataDir, clock, random: { next: () => 0.5 } },
    readSource: async () => ({
      serverUrl: server.url,
      publicKey: publicKey === 'other' ? other.publicKey : server.publicKey,
    }),
    onUpdate: () => undefined,
    onFailure: (cause) => void failures.push(cause),
  })
  const stop = new AbortController()
  let keeping: Promise<void> | undefined
  return {
    ...{ dataDir, server, runtime, toolbox, failures },
    start: () => {
      keeping = toolbox.keep(stop.signal)
    },
    asked: (path: string) => server.asked.filter((each) => each === `${path} whole`).length,
    untilReady: () => expect.poll(() => toolbox.version()).toBe(server.version),
    turn: (ms: number) => clock.advance(ms),
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await keeping
      await server[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function archiveOf(kind: SetupOptions['archive']): Promise<Buffer> {
  if (kind === 'garbage') return randomBytes(1_000)
  if (kind === 'bomb') return zstdCompressSync(Buffer.alloc(200 * 1024 * 1024))
  return zstdCompressSync(await packTar(tools))
}
