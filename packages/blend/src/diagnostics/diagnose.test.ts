import type {
  BlendFacts,
  BlendReference,
  BlendScene,
} from '@gridloom/contract/rendering/blend-facts'
import { SceneDiagnostic } from '@gridloom/contract/rendering/blend-facts'
import { describe, expect, it } from 'vitest'
import type { Simulation } from '../ids/findings.ts'
import { diagnose } from './diagnose.ts'
import { ShippedFiles } from './shipped-files.ts'

describe('a valid scene', () => {
  it('gets no diagnostics', () => {
    expect(diagnostics({})).toEqual([])
  })

  it('gets none for files that are in the upload', () => {
    const found = diagnostics({
      references: [image('//tex/wood.png'), image('//../shared/stone.jpg')],
      path: 'shots/scene.blend',
      files: ['shots/tex/wood.png', 'shared/stone.jpg'],
    })
    expect(found).toEqual([])
  })
})

describe('a camera', () => {
  it('missing in the open scene is an error', () => {
    expect(diagnostics({ scenes: [scene({ camera: null })] })).toMatchObject([
      { level: 'error', code: 'no_camera', text: expect.stringContaining('“Opening”') },
    ])
  })

  it('missing in another scene is a note', () => {
    const scenes = [scene({}), scene({ name: 'Spare', camera: null })]
    expect(diagnostics({ scenes })).toMatchObject([{ level: 'note', code: 'no_camera' }])
  })

  it('is not needed for video editing', () => {
    expect(diagnostics({ scenes: [scene({ camera: null, uses_sequencer: true })] })).toEqual([])
  })
})

describe('a scene', () => {
  it('is required', () => {
    expect(diagnostics({ scenes: [] })).toMatchObject([{ level: 'error', code: 'no_scene' }])
  })

  it('with a movie as output gets a note', () => {
    const scenes = [scene({ output_format: 'FFMPEG' })]
    expect(diagnostics({ scenes })).toMatchObject([{ level: 'note', code: 'movie_output' }])
  })

  it('with an unknown engine gets a diagnostic with its name', () => {
    const scenes = [scene({ engine: 'other', engine_name: 'LUXCORE' })]
    expect(diagnostics({ scenes })).toMatchObject([
      { code: 'unknown_engine', text: expect.stringContaining('LUXCORE') },
    ])
  })
})

describe('a referenced file', () => {
  it('missing from a zip is named, with its expected path', () => {
    const found = diagnostics({ references: [image('//tex/wood.png')], path: 'shots/scene.blend' })
    expect(found).toEqual([
      {
        level: 'warning',
        code: 'missing_file',
        text: 'The image “//tex/wood.png” is missing from the zip. Expected at “shots/tex/wood.png”.',
      },
    ])
  })

  it('in different case is named as it is in the zip', () => {
    const found = diagnostics({ references: [image('//tex/wood.png')], files: ['Tex/Wood.PNG'] })
    expect(found).toMatchObject([
      { code: 'missing_file', text: expect.stringContaining('“Tex/Wood.PNG”') },
    ])
  })

  it('beside a single .blend is reported as missing', () => {
    const references: BlendReference[] = [{ kind: 'library', path: '//rig.blend', extent: 'file' }]
    expect(diagnostics({ references, kind: 'blend' })).toMatchObject([
      { code: 'missing_file', text: expect.stringMatching(/library “\/\/rig.blend”.*zip of both/) },
    ])
  })

  it.each(['/home/me/sky.exr', 'C:\\sky.exr'])('at %s is reported as an absolute path', (path) => {
    expect(diagnostics({ references: [image(path)] })).toMatchObject([
      { code: 'absolute_path', text: expect.stringContaining(path) },
    ])
  })

  it('above the top folder is reported as outside', () => {
    expect(diagnostics({ references: [image('//../sky.exr')] })).toMatchObject([
      { code: 'outside_path', text: expect.stringContaining('//../sky.exr') },
    ])
  })

  it('missing among thousands is summarised with their number', () => {
    const references = Array.from({ length: 1_500 }, (_, index) => image(`//${index}.png`))
    const found = diagnostics({ references })
    expect(found).toHaveLength(201)
    expect(found.at(-1)?.text).toContain('1300 more files')
  })
})

describe('scripts', () => {
  it('are named in a diagnostic', () => {
    expect(diagnostics({ scripts: ['rig.py', 'ui.py'] })).toMatchObject([
      { code: 'scripts_off', text: expect.stringContaining('rig.py, ui.py') },
    ])
  })

  it.each([
    [1, 'One driver needs'],
    [4, '4 drivers need'],
  ])('in %i drivers are counted', (drivers, text) => {
    expect(diagnostics({ drivers })).toMatchObject([{ text: expect.stringContaining(text) }])
  })

  it('by the hundred are summarised with their number', () => {
    const scripts = Array.from({ length: 300 }, (_, index) => `${'long'.repeat(60)}${index}.py`)
    expect(diagnostics({ scripts })[0]?.text).toContain('and 290 more')
  })
})

describe('simulations', () => {
  it('that are not baked are named once each', () => {
    const flag = { owner: 'Flag', kind: 'cloth', baked: 'no' } as const
    const found = diagnostics({ simulations: [flag, flag, { ...flag, owner: 'Sail' }] })
    expect(found).toMatchObject([{ code: 'unbaked' }])
    expect(found[0]?.text).toContain('Flag (cloth), Sail (cloth)')
  })

  it('that are baked into the file get no diagnostic', () => {
    expect(
      diagnostics({ simulations: [{ owner: 'Flag', kind: 'cloth', baked: 'inside' }] }),
    ).toEqual([])
  })

  it('that are baked beside it need the cache folder', () => {
    const simulations: Simulation[] = [{ owner: 'Flag', kind: 'cloth', baked: 'beside' }]
    expect(diagnostics({ simulations, path: 'a/scene.blend' })).toMatchObject([
      { code: 'missing_file', text: expect.stringContaining('a/blendcache_scene') },
    ])
    const files = ['a/blendcache_scene/1_000001_00.bphys']
    expect(diagnostics({ simulations, path: 'a/scene.blend', files })).toEqual([])
  })
})

describe('versions', () => {
  it.each(['2.45', '2.80', '3.4', '4.5', '5.0'])('%s gets no diagnostic', (blender_version) => {
    expect(diagnostics({ blender_version })).toEqual([])
  })

  it.each(['5.1', '5.10', '6.0'])('%s gets a note that it is newer', (blender_version) => {
    expect(diagnostics({ blender_version })).toMatchObject([
      { level: 'note', code: 'newer_blender' },
    ])
  })
})

it('conforms to the contract with the longest names', () => {
  const long = 'x'.repeat(1_024)
  const found = diagnostics({
    scenes: [scene({ name: long, camera: null, engine: 'other', engine_name: long })],
    active_scene: long,
    references: [image(`//${long.slice(2)}`)],
    scripts: new Array(1_000).fill(long),
  })
  for (const one of found) expect(SceneDiagnostic.safeParse(one).success).toBe(true)
})

interface Setup extends Partial<BlendFacts> {
  kind?: 'blend' | 'zip'
  path?: string
  files?: string[]
  simulations?: Simulation[]
}

function diagnostics({
  kind = 'zip',
  path = 'scene.blend',
  files = [],
  simulations = [],
  ...facts
}: Setup) {
  const inspection = { facts: { ...well, ...facts }, simulations }
  return diagnose(inspection, { kind, path, files: new ShippedFiles([path, ...files]) })
}

function scene(values: Partial<BlendScene>): BlendScene {
  return {
    name: 'Opening',
    frame_start: 1,
    frame_end: 250,
    frame_step: 1,
    fps: 24,
    width: 1920,
    height: 1080,
    percentage: 100,
    engine: 'cycles',
    engine_name: 'CYCLES',
    samples: 128,
    denoise: true,
    camera: 'Eye',
    output_format: 'PNG',
    uses_compositing: false,
    uses_sequencer: false,
    ...values,
  }
}

function image(path: string): BlendReference {
  return { kind: 'image', path, extent: 'file' }
}

const well: BlendFacts = {
  blender_version: '3.4',
  compression: 'zstd',
  size_bytes: 1_000,
  scenes: [scene({})],
  active_scene: 'Opening',
  cameras: ['Eye'],
  references: [],
  packed_files: 0,
  scripts: [],
  drivers: 0,
  thumbnail: null,
}
