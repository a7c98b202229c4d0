import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeZip, type ZipEntry } from '../../test/make-zip.ts'
import { pathWithin, unpackLimits, unpackZip } from './unpack-zip.ts'

describe('a zip', () => {
  it('is unpacked with its folders, readable by the sandbox', async () => {
    await using test = await setup([
      { name: 'textures/', mode: 0o040700 },
      { name: 'textures/wood.png', content: 'wood', mode: 0o100600 },
      { name: './deep/er/scene.blend', content: 'BLENDER' },
    ])
    expect(await test.unpack()).toEqual({ files: 2, bytes: 11 })
    expect(await test.read('textures/wood.png')).toBe('wood')
    expect(await test.read('deep/er/scene.blend')).toBe('BLENDER')
    expect(await test.modeOf('textures')).toBe(0o755)
    expect(await test.modeOf('deep/er')).toBe(0o755)
    expect(await test.modeOf('textures/wood.png')).toBe(0o644)
  })

  it('reports its unpacked size before anything is written, and can be rejected for it', async () => {
    await using test = await setup([{ name: 'a.blend', content: 'x'.repeat(1_000) }])
    const asked: number[] = []
    const allow = async (bytes: number) => {
      asked.push(bytes)
      throw new Error('no room')
    }
    await expect(test.unpack(allow)).rejects.toThrow('no room')
    expect(asked).toEqual([1_000])
    expect(await readdir(test.folder)).toEqual([])
  })
})

describe('a zip that is being unpacked', () => {
  it('is aborted when the agent stops', async () => {
    await using test = await setup([{ name: 'a', content: 'x' }])
    const stop = new AbortController()
    const allow = async () => stop.abort(new Error('the agent stops'))
    const unpacking = test.unpack(allow, { signal: stop.signal })
    await expect(unpacking).rejects.toThrow('the agent stops')
    expect(await readdir(test.folder)).toEqual([])
  })
})

describe('a malicious zip', () => {
  it.each<[string, ZipEntry, RegExp]>([
    ['climbs out', { name: '../../evil.py', content: 'x' }, /invalid relative path|outside/],
    ['climbs out from within', { name: 'a/../../evil.py' }, /invalid relative path|outside/],
    ['climbs out backwards', { name: '..\\..\\evil.py' }, /invalid relative path|outside/],
    ['is absolute', { name: '/etc/cron.d/evil' }, /absolute path|outside/],
    ['is on a drive', { name: 'C:\\evil.py' }, /absolute path|outside/],
    ['has a name that ends early', { name: 'a.blend\0.png' }, /outside/],
    ['is a link', { name: 'link', content: '/etc/shadow', mode: 0o120777 }, /a link or a device/],
    ['is a device', { name: 'dev', mode: 0o020666 }, /a link or a device/],
    ['is encrypted', { name: 'a.blend', isEncrypted: true }, /encrypted/],
    ['is packed oddly', { name: 'a.blend', method: 99 }, /unsupported compression method/],
    ['has a name beyond all limits', { name: `${'x'.repeat(300)}.png` }, /outside/],
    ['is buried beyond all limits', { name: `${'d/'.repeat(600)}a.png` }, /outside/],
    ['holds more than it says', { name: 'a', content: 'x'.repeat(9_999), declaredBytes: 3 }, /a/],
    ['holds less than it says', { name: 'a', content: 'xx', declaredBytes: 3_000 }, /a/],
  ])('is rejected if a file of it %s', async (_, entry, text) => {
    await using test = await setup([{ name: 'scene.blend', content: 'BLENDER' }, entry])
    const unpacking = test.unpack()
    await expect(unpacking).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(unpacking).rejects.toThrow(text)
    expect(await readdir(test.outside)).toEqual(['scene', 'scene.zip'])
  })

  it('is rejected if two of its files have the same path', async () => {
    await using test = await setup([{ name: 'a' }, { name: './a' }])
    await expect(test.unpack()).rejects.toThrow('"./a" cannot be extracted (EEXIST)')
  })

  it('is rejected if a file is also a folder', async () => {
    await using test = await setup([{ name: 'a' }, { name: 'a/b' }])
    await expect(test.unpack()).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('is rejected by the size in its directory, before the first byte is written', async () => {
    const petabyte = 0xffff_fffe
    const entries = Array.from({ length: 100 }, (_, at) => ({
      name: `${at}.png`,
      declaredBytes: petabyte,
    }))
    await using test = await setup(entries)
    const asked: number[] = []
    await expect(
      test.unpack(async (bytes) => {
        asked.push(bytes)
        throw new Error('no room')
      }),
    ).rejects.toThrow('no room')
    expect(asked).toEqual([100 * petabyte])
  })

  it.each<[string, ZipEntry[]]>([
    ['more files than it may have', many(11, (at) => ({ name: String(at) }))],
    ['more to say than it may', many(2, (at) => ({ name: String(at), comment: 'c'.repeat(600) }))],
    ['folders without end', [{ name: `${'d/'.repeat(11)}a` }]],
  ])('is rejected with %s', async (_, entries) => {
    await using test = await setup(entries)
    const unpacking = test.unpack(undefined, { limits: { files: 10, directoryBytes: 1_000 } })
    await expect(unpacking).rejects.toThrow('more than 10 files')
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['no zip', Buffer.alloc(100_000, 'BLENDER')],
    ['half a zip', makeZip([{ name: 'a', content: 'x'.repeat(1_000) }]).subarray(30)],
  ])('is rejected if it is %s', async (_, bytes) => {
    await using test = await setup([])
    await writeFile(join(test.outside, 'scene.zip'), bytes)
    await expect(test.unpack()).rejects.toThrow('The zip cannot be used')
  })
})

describe('a path of a zip', () => {
  it.each([
    ['scene.blend', 'scene.blend'],
    ['./a//b.blend', 'a/b.blend'],
    ['a\\b.blend', 'a/b.blend'],
    ['szene ä.blend', 'szene ä.blend'],
    ['..b.blend', '..b.blend'],
    ['', undefined],
    ['.', undefined],
    ['a/..', undefined],
    ['/a', undefined],
    ['a\nb', undefined],
  ])('%j becomes %j', (name, path) => {
    expect(pathWithin(name)).toBe(path)
  })
})

function many(count: number, make: (at: number) => ZipEntry): ZipEntry[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

async function setup(entries: readonly ZipEntry[], options?: { declaredCount: number }) {
  const outside = await mkdtemp(join(tmpdir(), 'gridloom-zip-'))
  const folder = join(outside, 'scene')
  const zipFile = join(outside, 'scene.zip')
  await mkdir(folder)
  await writeFile(zipFile, makeZip(entries, options))
  return {
    outside,
    folder,
    unpack: (
      allow: (bytes: number) => Promise<void> = async () => undefined,
      { limits = unpackLimits, signal = new AbortController().signal } = {},
    ) => unpackZip({ zipFile, folder, allow, limits, signal }),
    read: (name: string) => readFile(join(folder, name), 'utf8'),
    modeOf: async (name: string) => (await stat(join(folder, name))).mode & 0o777,
    [Symbol.asyncDispose]: () => rm(outside, { recursive: true }),
  }
}
