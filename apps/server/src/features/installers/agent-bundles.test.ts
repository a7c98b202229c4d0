import { execFile } from 'node:child_process'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { crc32, inflateRawSync } from 'node:zlib'
import { Refused } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import { testBundles } from '../../../test/agent-bundles.ts'

const run = promisify(execFile)

describe('an agent bundle', () => {
  it('contains the agent, its licence and the downloaded Node.js', async () => {
    await using test = await testBundles()
    const { path: file, fileName } = await test.bundles.bundleFor('linux-x64')
    expect(fileName).toMatch(/^gridloom-agent-0\.1\.0-linux-x64-[0-9a-f]{12}\.tar\.gz$/)
    const { stdout } = await run('tar', ['-tvzf', file])
    expect(namesIn(stdout)).toEqual([
      'gridloom-agent/gridloom-agent.mjs',
      'gridloom-agent/worker.mjs',
      'gridloom-agent/gpu-worker.mjs',
      'gridloom-agent/llama-worker.mjs',
      'gridloom-agent/LICENSE',
      'gridloom-agent/koffi/linux_x64/koffi.node',
      'gridloom-agent/LICENSE-node',
      'gridloom-agent/node',
    ])
    expect(stdout).toMatch(/^-rwxr-xr-x .* gridloom-agent\/node$/m)
    const program = await run('tar', ['-xzOf', file, 'gridloom-agent/gridloom-agent.mjs'])
    expect(program.stdout).toBe('the agent')
  })

  it('is a zip for Windows, where not everyone can unpack a tar', async () => {
    await using test = await testBundles()
    const { path: file, fileName } = await test.bundles.bundleFor('win-x64')
    expect(fileName).toMatch(/\.zip$/)
    const files = filesInZip(await readFile(file))
    expect([...files.keys()].at(-1)).toBe('gridloom-agent/node')
    expect(files.get('gridloom-agent/gridloom-agent.mjs')).toBe('the agent')
  })

  it('has its size in bytes', async () => {
    await using test = await testBundles()
    const { path: file, bytes } = await test.bundles.bundleFor('linux-arm64')
    expect((await readFile(file)).length).toBe(bytes)
  })

  it.each(['linux-x64', 'win-x64'] as const)(
    'is reproducible byte for byte: %s',
    async (platform) => {
      await using test = await testBundles()
      const first = await test.bundles.bundleFor(platform)
      const content = await readFile(first.path)
      await rm(test.bundlesFolder, { recursive: true })
      const second = await test.again().bundleFor(platform)
      expect(test.fetched()).toBe(2)
      expect(second).toEqual(first)
      expect(content.equals(await readFile(second.path))).toBe(true)
    },
  )
})

describe('building bundles', () => {
  it('builds a bundle once for concurrent requests', async () => {
    await using test = await testBundles()
    const asked = Array.from({ length: 8 }, () => test.bundles.bundleFor('linux-x64'))
    const files = (await Promise.all(asked)).map(({ path: file }) => file)
    expect(new Set(files).size).toBe(1)
    expect(test.fetched()).toBe(1)
  })

  it('keeps a built bundle, also after a restart', async () => {
    await using test = await testBundles()
    await test.bundles.bundleFor('linux-x64')
    await test.bundles.bundleFor('linux-x64')
    await test.again().bundleFor('linux-x64')
    expect(test.fetched()).toBe(1)
  })

  it('builds a damaged bundle again', async () => {
    await using test = await testBundles()
    const { path: file } = await test.bundles.bundleFor('linux-x64')
    const content = await readFile(file)
    await truncate(file, 10)
    await test.bundles.bundleFor('linux-x64')
    expect(content.equals(await readFile(file))).toBe(true)
    expect(test.fetched()).toBe(2)
  })

  it('builds a new bundle for a new agent and deletes the old one', async () => {
    await using test = await testBundles()
    const old = await test.bundles.bundleFor('linux-x64')
    const other = await test.bundles.bundleFor('linux-arm64')
    await writeFile(path.join(test.folder, 'agent', 'gridloom-agent.mjs'), 'a newer agent')
    const { fileName } = await test.bundles.bundleFor('linux-x64')
    expect(fileName).not.toBe(old.fileName)
    const kept = (await readdir(test.bundlesFolder)).filter((name) => !name.endsWith('.json'))
    expect(kept.sort()).toEqual([other.fileName, fileName].sort())
  })
})

describe('a bundle that cannot be built', () => {
  it('is refused if the download does not match its pinned integrity, and leaves no files', async () => {
    await using test = await testBundles({ integrity: 'sha512-AAAA' })
    await expect(test.bundles.bundleFor('linux-x64')).rejects.toMatchObject({
      code: 'agent_bundle_unavailable',
      status: 503,
      cause: { message: expect.stringContaining('does not match its pinned integrity') },
    })
    expect(await readdir(test.bundlesFolder)).toEqual([])
  })

  it('is refused while the server’s disk is short, although existing ones are served', async () => {
    await using test = await testBundles()
    await test.bundles.bundleFor('linux-x64')
    const short = test.again({
      demandSpace: async () => {
        throw new Refused('storage_full')
      },
    })
    expect(await short.bundleFor('linux-x64')).toMatchObject({ bytes: expect.any(Number) })
    await expect(short.bundleFor('win-x64')).rejects.toMatchObject({ code: 'storage_full' })
    expect(test.fetched()).toBe(1)
  })

  it('is refused without a runtime, and the next request tries again', async () => {
    await using test = await testBundles()
    const broken = test.again({
      fetchRuntime: async () => {
        throw new Error('no network')
      },
    })
    await expect(broken.bundleFor('win-x64')).rejects.toMatchObject({
      publicText:
        'The agent for win-x64 is not available right now: its Node.js could not be downloaded and bundled.',
    })
    expect(await test.bundles.bundleFor('win-x64')).toMatchObject({ bytes: expect.any(Number) })
  })

  it('names the build command when the agent was never built', async () => {
    await using test = await testBundles()
    const unbuilt = test.again({ agentFolder: path.join(test.folder, 'nowhere') })
    await expect(unbuilt.bundleFor('linux-x64')).rejects.toMatchObject({
      publicText: expect.stringContaining('script/bootstrap'),
    })
  })
})

/** The last word of each line that tar prints. */
function namesIn(listed: string): (string | undefined)[] {
  const lines = listed.trim().split('\n')
  return lines.map((line) => line.split(' ').at(-1))
}

/** Names and contents of a zip, from its central directory. Source: APPNOTE.TXT, 4.3.12 and 4.3.16. */
function filesInZip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const [extra, comment] = [zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = inflateRawSync(zip.subarray(start, start + packed))
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16))
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), content.toString())
    at += 46 + nameLength + extra + comment
  }
  return files
}
