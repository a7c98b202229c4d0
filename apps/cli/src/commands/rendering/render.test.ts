import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Answers, Refusal, Sent } from '../../../test/fake-server.ts'
import { aFrame, aJob, anEstimate, aScene, blendFile } from '../../../test/render-samples.ts'
import { aWorld } from '../../../test/run-words.ts'
import { settingsWith } from './apply-settings.ts'
import { frameFile } from './frame-file.ts'

describe('render', () => {
  it('uploads, configures, starts within the budget, and saves frames as they finish', async () => {
    await using site = await setup()
    const ran = await site.run(
      ...['render', blendFile, '--frames', '1-2', '--samples', '4', '--budget', '2', '--yes'],
      ...['--out', site.folder],
    )
    expect(ran.code).toBe(0)
    expect(site.bodyOf('rendering.change')).toMatchObject({
      settings: { frames: '1-2', samples: 4, engine: 'cycles' },
    })
    expect(site.bodyOf('rendering.start')).toEqual({ budget_micro_usd: 2_000_000 })
    expect((await readdir(site.folder)).sort()).toEqual(['scene_0001.png', 'scene_0002.png'])
    expect(await readFile(path.join(site.folder, 'scene_0002.png'), 'utf8')).toBe('picture 2!')
    expect(ran.stdout).toBe('scene.blend: 2 of 2 frames for $0.002. Saved 2.\n')
    expect(ran.stderr).toContain('34-cycles-zstd.blend: Blender 3.4')
    expect(ran.stderr).toContain('[████████████░░░░░░░░░░░░] 50 % · 1/2 frames')
  })

  it('uploads a file that the server does not have', async () => {
    const size = (await readFile(blendFile)).length
    const upload = { id: 'rup_00000000000000000000000001', file_name: 'x', received_bytes: 0 }
    const expires_at = '2026-11-22T09:00:00.000Z'
    await using site = await setup({
      'rendering.startUpload': () => ({
        kind: 'upload',
        upload: { ...upload, size_bytes: size, expires_at },
      }),
      'rendering.sendUpload': () => new Sent(size),
      'rendering.finishUpload': () => aScene(),
    })
    expect(await site.run('render', blendFile, '--budget', '1', '-y', '--detach')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Follow it: gridloom renders watch bbbb2222'),
    })
    expect(site.names()).toEqual([
      ...['rendering.startUpload', 'rendering.sendUpload', 'rendering.finishUpload'],
      ...['rendering.create', 'rendering.start'],
    ])
  })

  it('shows the estimate of a test frame, and uses its upper bound as the budget', async () => {
    await using site = await setup({}, ['yes'])
    const ran = await site.run('render', blendFile, '--test', '1')
    expect(site.bodyOf('rendering.test')).toEqual({ frame: 1 })
    expect(ran.stderr).toContain(
      'Estimate for 2 frames: $0.002 ($0.0015 to $0.003), about 1 min 5 s',
    )
    expect(ran.stderr).toContain('The test frame took 3.2 s on a reference machine.')
    expect(site.bodyOf('rendering.start')).toEqual({ budget_micro_usd: 3_000 })
  })

  it('asks for a budget when there is none, and starts nothing after a no', async () => {
    await using site = await setup({}, ['0.5', 'no'])
    const ran = await site.run('render', blendFile)
    expect(ran.code).toBe(130)
    expect(ran.stderr).toContain('Aborted. The draft is saved')
    expect(site.names()).not.toContain('rendering.start')
  })

  it('requires --budget and --yes without a terminal', async () => {
    await using site = await setup()
    const silent = await site.run('render', blendFile)
    expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining('--budget 2')])
    const backwards = await site.run('render', blendFile, '--frames', '5-1', '--budget', '2')
    expect([backwards.code, backwards.stderr]).toEqual([2, expect.stringContaining('is reversed')])
    const half = await site.run('render', blendFile, '--budget', '2')
    expect([half.code, half.stderr]).toEqual([2, expect.stringContaining('Add --yes')])
    expect(site.names()).toEqual([])
  })

  it('reports why a file cannot be rendered, before anything is sent', async () => {
    await using site = await setup()
    const file = path.join(site.folder, 'notes.blend')
    await writeFile(file, 'these are notes, and no scene')
    const ran = await site.run('render', file, '--budget', '1', '--yes')
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringMatching(/cannot be rendered: .{10}/)])
    const missing = await site.run('render', `${file}.gone`, '--budget', '1', '--yes')
    expect([missing.code, missing.stderr]).toEqual([
      4,
      expect.stringContaining('notes.blend.gone not found'),
    ])
    expect(site.names()).toEqual([])
  })

  it('leaves the job running on Ctrl-C, and prints how to resume watching', async () => {
    const rendering = await aJob({ state: 'rendering', frames_done: 1 })
    await using site = await setup({
      'rendering.follow': () => {
        setImmediate(() => site.interrupt())
        return { events: [{ event: 'job', data: rendering }], ends: 'never' }
      },
    })
    const ran = await site.run('render', blendFile, '--budget', '1', '--yes', '--out', site.folder)
    expect(ran.code).toBe(130)
    expect(ran.stderr).toContain(`gridloom renders watch bbbb2222 --out ${site.folder}`)
    expect(site.names()).not.toContain('rendering.cancel')
  })

  it('ends with 1 when frames failed, and prints how to retry them', async () => {
    const ended = await aJob({ state: 'completed', frames_done: 1, frames_failed: 1 })
    await using site = await setup({
      'rendering.follow': () => ({ events: [{ event: 'job', data: ended }] }),
    })
    const ran = await site.run('render', blendFile, '--budget', '1', '--yes')
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('renders retry bbbb2222')])
  })

  it('prints the job and its files as JSON', async () => {
    await using site = await setup()
    const words = ['render', blendFile, '--budget', '1', '--yes', '--json', '--out', site.folder]
    const { stdout } = await site.run(...words)
    expect(JSON.parse(stdout)).toMatchObject({
      job: { state: 'completed' },
      files: [path.join(site.folder, 'scene_0001.png'), path.join(site.folder, 'scene_0002.png')],
    })
  })

  it('ends with the exit code of an error from the server', async () => {
    await using site = await setup({ 'rendering.start': () => new Refusal('insufficient_funds') })
    expect((await site.run('render', blendFile, '--budget', '1', '--yes')).code).toBe(5)
  })
})

describe('settings', () => {
  it('keep those of the file except for the given ones', async () => {
    const { settings } = await aJob()
    const scene = await aScene()
    expect(settingsWith(settings, scene, {})).toEqual(settings)
    expect(settings.step).toBe(3)
    expect(settingsWith(settings, scene, { frames: '1-50' })).toMatchObject({ step: 1 })
    expect(settingsWith(settings, scene, { denoise: 'on', device: 'gpu', width: 64 })).toEqual({
      ...settings,
      denoise: true,
      width: 64,
      percentage: 100,
      needs: { ...settings.needs, device: 'gpu' },
    })
  })

  it('list the alternatives when a scene or file is unknown', async () => {
    const { settings } = await aJob()
    const scene = await aScene()
    expect(() => settingsWith(settings, scene, { scene: 'None' })).toThrow(
      'Scene "None" not found. Available: Opening',
    )
    expect(() => settingsWith(settings, scene, { blend: 'x.blend' })).toThrow(
      'Available: 34-cycles-zstd.blend',
    )
  })
})

it('names frames as Blender does, whatever the name of the file', async () => {
  const { settings } = await aJob()
  const named = (fileName: string, frame: number) => frameFile('out', { fileName, settings }, frame)
  expect(named('city.v2.blend', 7)).toBe('out/city.v2_0007.png')
  expect(named('city.blend', 12_345)).toBe('out/city_12345.png')
  expect(named('city.blend', -3)).toBe('out/city_-003.png')
  expect(named('../../etc/x.blend', 1)).toBe('out/.._.._etc_x_0001.png')
})

async function setup(answers: Answers = {}, person?: string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-frames-'))
  const scene = await aScene()
  const job = await aJob()
  const rendering = await aJob({ state: 'rendering', frames_done: 1, budget_micro_usd: 2_000_000 })
  const tested = { state: 'tested', test_frame: 1, estimate: anEstimate }
  const ended = await aJob({ state: 'completed', frames_done: 2, charged_micro_usd: 2_000 })
  const testing = await aJob({ state: 'testing', test_frame: 1 })
  const follows = [{ event: 'job', data: await aJob(tested) }]
  let isTesting = false
  const world = await aWorld({
    answers: {
      'rendering.startUpload': () => ({ kind: 'held', scene }),
      'rendering.create': () => job,
      'rendering.change': () => job,
      'rendering.test': () => {
        isTesting = true
        return testing
      },
      'rendering.start': () => {
        isTesting = false
        return rendering
      },
      'rendering.follow': () => ({
        events: isTesting
          ? follows
          : [
              { event: 'job', data: rendering },
              { event: 'frames', data: [aFrame(1), aFrame(2, { state: 'rendering' })] },
              { event: 'frames', data: [aFrame(2)] },
              { event: 'job', data: ended },
            ],
      }),
      'rendering.frames': () => [aFrame(1)],
      'rendering.picture': ({ params }) => bytesOf(`picture ${params.frame}!`),
      ...answers,
    },
    ...(person === undefined ? {} : { person }),
  })
  return {
    folder,
    run: world.run,
    interrupt: world.interrupt,
    names: () => world.server.calls.map(({ name }) => name),
    bodyOf: (name: string) => world.server.calls.find((call) => call.name === name)?.body,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
