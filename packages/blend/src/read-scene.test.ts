import { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import { describe, expect, it } from 'vitest'
import { bytesOf, joined } from '../test/blend-writer.ts'
import { gzipped, packingNames, packings, unpacked } from '../test/containers.ts'
import { fixtureBytes } from '../test/fixtures.ts'
import { readyBlend } from '../test/small-dna.ts'
import { type Packed, patched, zipOf } from '../test/zips.ts'
import { readScene } from './read-scene.ts'
import { memorySource } from './source.ts'

const ready = readyBlend().bytes()

describe('a single .blend', () => {
  it('is listed under its own name', async () => {
    const contents = await read(ready, 'My scene.blend')
    expect(contents).toMatchObject({
      kind: 'blend',
      files: 1,
      unpacked_bytes: ready.length,
      blends: [{ path: 'My scene.blend', facts: { active_scene: 'Opening' }, diagnostics: [] }],
    })
    expect(SceneContents.parse(contents)).toEqual(contents)
  })

  it('gets a diagnostic for each file that it lacks', async () => {
    const { blends } = await read(fixtureBytes('34-files'))
    const codes = blends[0]?.diagnostics.map(({ code }) => code)
    expect(codes?.filter((code) => code === 'absolute_path')).toHaveLength(1)
    expect(codes?.filter((code) => code === 'outside_path')).toHaveLength(1)
    expect(codes?.filter((code) => code === 'missing_file').length).toBeGreaterThanOrEqual(9)
  })

  it.each([
    ['34-eyeless', 'no_camera'],
    ['50-eyeless', 'no_camera'],
    ['34-scripts', 'scripts_off'],
    ['34-scenes', 'movie_output'],
    ['50-simulated', 'unbaked'],
    ['34-linked', 'missing_file'],
    ['50-baked', 'missing_file'],
  ])('%s gets the diagnostic %s', async (name, code) => {
    const { blends } = await read(fixtureBytes(name))
    expect(blends[0]?.diagnostics).toContainEqual(expect.objectContaining({ code }))
  })
})

describe('a zip', () => {
  it('lists each .blend in it, with its missing files', async () => {
    const zip = await zipOf([
      { path: 'shots/' },
      { path: 'shots/one.blend', bytes: fixtureBytes('34-files') },
      { path: 'shots/textures/wood.png' },
      { path: 'shared/stone.jpg' },
      { path: 'shots/walk/walk_0042.png' },
      { path: 'shots/tiles/skin.1003.png' },
      { path: 'two.blend', bytes: ready },
    ])
    const contents = await read(zip)
    expect(contents).toMatchObject({ kind: 'zip', files: 6 })
    expect(SceneContents.parse(contents)).toEqual(contents)
    const [one, two] = contents.blends
    expect(one?.path).toBe('shots/one.blend')
    const missing = one?.diagnostics.filter(({ code }) => code === 'missing_file')
    expect(missing?.map(({ text }) => text).join()).not.toMatch(/wood|stone|walk|skin/)
    expect(missing?.map(({ text }) => text).join()).toContain('“shots/film/clip.mp4”')
    expect(two).toMatchObject({ path: 'two.blend', diagnostics: [] })
  })

  it.each(packingNames)(
    'can contain a .blend in the container %s, stored or compressed',
    async (packing) => {
      const bytes = packings[packing](await unpacked(fixtureBytes('50-cycles')))
      const zip = await zipOf([
        { path: 'stored.blend', bytes, level: 0 },
        { path: 'deflated.blend', bytes, level: 6 },
      ])
      const [stored, deflated] = (await read(zip)).blends
      expect(stored?.facts.scenes).toMatchObject([{ name: 'Opening', samples: 77 }])
      expect({ ...deflated, path: '' }).toEqual({ ...stored, path: '' })
    },
  )

  it('from Windows, with backslashes, is read', async () => {
    const zip = await zipOf([{ path: 'shots_one.blend', bytes: ready }])
    const windows = patched(zip, bytesOf('shots_one.blend'), bytesOf('shots\\one.blend'))
    expect((await read(windows)).blends).toMatchObject([{ path: 'shots/one.blend' }])
  })

  it('from a Mac has extra files that are not scenes', async () => {
    const zip = await zipOf([
      { path: 'scene.blend', bytes: ready },
      { path: '__MACOSX/._scene.blend', bytes: bytesOf('attributes') },
      { path: '._other.blend', bytes: bytesOf('attributes') },
    ])
    expect(await read(zip)).toMatchObject({ files: 3, blends: [{ path: 'scene.blend' }] })
  })

  it('in zip64 format is read', async () => {
    const zip = await zipOf([{ path: 'scene.blend', bytes: ready, zip64: true }])
    expect(await read(zip)).toMatchObject({ blends: [{ path: 'scene.blend' }] })
  })
})

describe('a zip is rejected for', () => {
  const scene: Packed = { path: 'scene.blend', bytes: ready }

  it('a path that leaves the folder', async () => {
    const zip = await zipOf([scene, { path: 'xx_up.png' }])
    const climbing = patched(zip, bytesOf('xx_up.png'), bytesOf('../up.png'))
    await refused(climbing, 'zip_unsafe_path', '“../up.png”')
  })

  it('a path that leaves the folder with backslashes', async () => {
    const zip = await zipOf([scene, { path: 'xx_up.png' }])
    const climbing = patched(zip, bytesOf('xx_up.png'), bytesOf('..\\up.png'))
    await refused(climbing, 'zip_unsafe_path', '“../up.png”')
  })

  it('an absolute path', async () => {
    const zip = await zipOf([scene, { path: 'xetc/passwd' }])
    const absolute = patched(zip, bytesOf('xetc/passwd'), bytesOf('/etc/passwd'))
    await refused(absolute, 'zip_unsafe_path', '“/etc/passwd”')
  })

  it('a link', async () => {
    const link = { path: 'tex', bytes: bytesOf('/etc'), externalFileAttributes: 0xa1ff0000 }
    await refused(await zipOf([scene, { ...link, versionMadeBy: 0x0314 }]), 'zip_link', '“tex”')
  })

  it('an encrypted file', async () => {
    const zip = await zipOf([scene, { path: 'secret.png', password: 'open' }])
    await refused(zip, 'zip_encrypted', '“secret.png”')
  })

  it('a duplicate name', async () => {
    const zip = await zipOf([scene, { path: 'scene_blend', bytes: ready }])
    const twice = patched(zip, bytesOf('scene_blend'), bytesOf('scene.blend'))
    await refused(twice, 'zip_duplicate', '“scene.blend”')
  })

  it('a missing .blend', async () => {
    await refused(await zipOf([{ path: 'wood.png' }]), 'zip_without_blend')
    await refused(await zipOf([]), 'zip_without_blend')
  })

  it('more .blend files than the limit', async () => {
    const many = Array.from({ length: 51 }, (_, index) => ({ path: `${index}.blend` }))
    await refused(await zipOf(many), 'zip_too_many_blends', '51')
  })

  it('a broken .blend', async () => {
    const broken = { path: 'lib/rig.blend', bytes: ready.subarray(0, 400) }
    await refused(await zipOf([scene, broken]), 'truncated', '“lib/rig.blend”')
  })

  it('another file with the extension .blend', async () => {
    const text = { path: 'notes.blend', bytes: bytesOf('not at all') }
    await refused(await zipOf([text]), 'not_a_blend', '“notes.blend”')
  })

  it('an impossible unpacked size', async () => {
    const zip = await zipOf([scene, { path: 'zeros.vdb', bytes: new Uint8Array(1_234_567) }])
    const size = new Uint8Array(new Uint32Array([1_234_567]).buffer)
    const lying = patched(zip, size, new Uint8Array([0xf0, 0xff, 0xff, 0xff]))
    await refused(lying, 'bomb')
  })

  it('a .blend that is a bomb, before it is unpacked', { timeout: 30_000 }, async () => {
    const bomb = gzipped(joined([ready.subarray(0, 12), endless()]))
    const started = performance.now()
    await expect(read(await zipOf([{ path: 'a.blend', bytes: bomb }]))).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  it('a truncated directory', async () => {
    const zip = await zipOf([scene])
    await refused(zip.subarray(0, zip.length - 30), 'zip_damaged')
    await refused(zip.subarray(0, 40), 'zip_damaged')
  })

  it('an unsupported compression', async () => {
    const zip = await zipOf([{ ...scene, level: 0 }])
    const view = new DataView(zip.buffer)
    for (let at = 0; at + 4 < zip.length; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint16(at + 10, 99, true)
    await expect(read(zip)).rejects.toMatchObject({ code: 'unsupported' })
  })
})

it('throws the reason of its signal', async () => {
  const signal = AbortSignal.abort(new Error('closed the page'))
  const zip = await zipOf([{ path: 'scene.blend', bytes: ready }])
  for (const bytes of [zip, ready])
    await expect(readScene(memorySource(bytes), 'x', { signal })).rejects.toThrow('closed the page')
})

function read(bytes: Uint8Array, name = 'scene.blend') {
  return readScene(memorySource(bytes), name)
}

async function refused(zip: Uint8Array, code: string, text = '') {
  await expect(read(zip)).rejects.toMatchObject({
    name: 'SceneBroken',
    code,
    message: expect.stringContaining(text),
  })
}

/** A block with a stated length of 2 GB, of which 100 MB of zeros exist. */
function endless(): Uint8Array {
  const bytes = new Uint8Array(100_000_000)
  bytes.set(bytesOf('DATA'))
  new DataView(bytes.buffer).setInt32(4, 2_000_000_000, true)
  return bytes
}
