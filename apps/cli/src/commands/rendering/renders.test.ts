import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../../test/fake-server.ts'
import { aFrame, aJob } from '../../../test/render-samples.ts'
import { aWorld } from '../../../test/run-words.ts'

describe('renders', () => {
  it('shows jobs in a table that fits the terminal, and reports when there are none', async () => {
    await using site = await setup({}, { columns: 80 })
    const { stdout } = await site.run('renders', '--open')
    expect(stdout.split('\n')[1]).toMatch(/^bbbb2222 +scene\.blend +rendering +1\/2 .*\$0\.001/)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(site.calls()[0]?.query).toEqual({ open: true, page: 1, page_size: 25 })
    await using empty = await setup({ 'rendering.list': () => ({ jobs: [], total: 0 }) })
    expect((await empty.run('renders')).stdout).toBe(
      'No render jobs. Start one: gridloom render scene.blend\n',
    )
  })

  it('shows the details of one, by file name or part of its id', async () => {
    const job = await aJob({ state: 'completed', frames_failed: 3, frames_total: 10 })
    await using site = await setup({
      'rendering.list': () => ({ jobs: [job], total: 1 }),
      'rendering.frames': () => [4, 5, 6].map((number) => aFrame(number, { state: 'failed' })),
    })
    for (const name of ['scene.blend', 'bbbb2222']) {
      const { stdout } = await site.run('renders', 'show', name)
      expect(stdout).toMatch(/Failed +4-6\n/)
      expect(stdout).toMatch(/State +completed\n/)
    }
    expect((await site.run('renders', 'show', 'other')).code).toBe(4)
  })
})

describe('changes of a job', () => {
  it.each(['pause', 'resume'])('include %s', async (move) => {
    await using site = await setup({ [`rendering.${move}`]: () => aJob({ state: 'paused' }) })
    const ran = await site.run('renders', move, 'scene.blend')
    expect(ran).toMatchObject({ code: 0, stdout: 'scene.blend (bbbb2222) is paused.\n' })
    expect(site.calls().at(-1)?.name).toBe(`rendering.${move}`)
  })

  it('include cancel, after a yes, and not after a no or without a terminal', async () => {
    const answers = { 'rendering.cancel': () => aJob({ state: 'cancelled' }) }
    await using site = await setup(answers, { person: ['no', 'yes'] })
    expect((await site.run('renders', 'cancel', 'scene.blend')).code).toBe(130)
    expect((await site.run('renders', 'cancel', 'scene.blend')).code).toBe(0)
    await using script = await setup(answers)
    expect((await script.run('renders', 'cancel', 'scene.blend')).code).toBe(2)
    expect((await script.run('renders', 'cancel', 'scene.blend', '--yes')).code).toBe(0)
  })

  it('include retry, of all failed frames or the given ones', async () => {
    await using site = await setup({ 'rendering.retry': () => aJob({ state: 'rendering' }) })
    await site.run('renders', 'retry', 'scene.blend')
    expect(site.calls().at(-1)?.body).toEqual({})
    await site.run('renders', 'retry', 'scene.blend', '--frames', '1-3,7')
    expect(site.calls().at(-1)?.body).toEqual({ frames: [1, 2, 3, 7] })
    expect((await site.run('renders', 'retry', 'scene.blend', '--frames', '3-1')).code).toBe(2)
  })
})

describe('accept', () => {
  const held = [
    aFrame(1, { state: 'held', held_micro_usd: 700 }),
    aFrame(4, { state: 'held', held_micro_usd: 1_300 }),
  ]
  const answers = {
    'rendering.frames': () => held,
    'rendering.approve': () => aJob({ state: 'completed', frames_done: 2 }),
  }

  it('asks with the price, and pays exactly that', async () => {
    await using site = await setup(answers, { person: ['no', 'yes'] })
    expect((await site.run('renders', 'accept', 'scene.blend')).code).toBe(130)
    expect(site.calls().map(({ name }) => name)).not.toContain('rendering.approve')
    expect((await site.run('renders', 'accept', 'scene.blend')).code).toBe(0)
    expect(site.calls().at(-1)?.body).toEqual({ frames: [1, 4], held_micro_usd: 2_000 })
  })

  it('accepts those of the given frames that are held; a script needs --yes', async () => {
    await using site = await setup(answers)
    const words = ['renders', 'accept', 'scene.blend', '--frames', '2-9']
    const ran = await site.run(...words)
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringContaining('charges $0.0013 for 1 frame'),
    ])
    expect((await site.run(...words, '--yes')).code).toBe(0)
    expect(site.calls().at(-1)?.body).toEqual({ frames: [4], held_micro_usd: 1_300 })
  })
})

describe('watch', () => {
  it('saves frames that finished while it was not running, and keeps existing files', async () => {
    const ended = await aJob({ state: 'completed', frames_done: 2 })
    await using site = await setup({
      'rendering.follow': () => ({ events: [{ event: 'job', data: ended }] }),
      'rendering.frames': () => [aFrame(1), aFrame(2)],
    })
    await writeFile(path.join(site.folder, 'scene_0001.png'), 'old frames')
    const ran = await site.run('renders', 'watch', 'scene.blend', '--out', site.folder)
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('Saved 2') })
    expect(site.calls().filter(({ name }) => name === 'rendering.picture')).toHaveLength(1)
    expect(await readFile(path.join(site.folder, 'scene_0001.png'), 'utf8')).toBe('old frames')
  })

  it('prints where to start a draft', async () => {
    await using site = await setup({
      'rendering.list': async () => ({ jobs: [await aJob()], total: 1 }),
    })
    const ran = await site.run('renders', 'watch', 'scene.blend')
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('/render/config/rnj_')])
  })

  it('continues when the connection breaks', async () => {
    const [rendering, ended] = [
      await aJob({ state: 'rendering' }),
      await aJob({ state: 'completed', frames_done: 2 }),
    ]
    let opened = 0
    await using site = await setup({
      'rendering.follow': () => {
        opened += 1
        return { events: [{ event: 'job', data: opened === 1 ? rendering : ended }] }
      },
    })
    expect((await site.run('renders', 'watch', 'scene.blend')).code).toBe(0)
    expect(opened).toBe(2)
  })
})

describe('download', () => {
  it('saves all done frames, over several pages', async () => {
    const done = Array.from({ length: 502 }, (_, at) => aFrame(at + 1, { bytes: 4 }))
    await using site = await setup({
      'rendering.frames': ({ query }) =>
        done.filter(({ number }) => number >= Number(query.from)).slice(0, 500),
    })
    const ran = await site.run('renders', 'download', 'scene.blend', '--out', site.folder)
    expect(ran.stdout).toBe(`502 of 2 frames in ${site.folder}.\n`)
    expect(await readdir(site.folder)).toHaveLength(502)
  })

  it('saves a zip or video by its link, under the given name', async () => {
    await using site = await setup({
      'rendering.makeDownload': () => ({ url: `/api/render/downloads/${'t'.repeat(40)}` }),
      'rendering.download': () => bytesOf('a film'),
    })
    const file = path.join(site.folder, 'film.mp4')
    const ran = await site.run(
      'renders',
      'download',
      'scene.blend',
      '--video',
      'mp4',
      '--out',
      file,
    )
    expect(ran).toMatchObject({ code: 0, stdout: `Saved ${file} (6 B).\n` })
    expect(await readFile(file, 'utf8')).toBe('a film')
    expect(site.calls().find(({ name }) => name === 'rendering.makeDownload')?.body).toEqual({
      kind: 'mp4',
    })
  })

  it('leaves no partial file behind', async () => {
    await using site = await setup({
      'rendering.makeDownload': () => ({ url: `/api/render/downloads/${'t'.repeat(40)}` }),
      'rendering.download': () => new Refusal('picture_not_ready'),
    })
    const words = ['renders', 'download', 'scene.blend', '--zip', '--out']
    expect((await site.run(...words, path.join(site.folder, 'a.zip'))).code).toBe(6)
    expect(await readdir(site.folder)).toEqual([])
  })
})

async function setup(answers: Answers = {}, person: { columns?: number; person?: string[] } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-frames-'))
  const job = await aJob({ state: 'rendering', frames_done: 1, charged_micro_usd: 1_000 })
  const world = await aWorld({
    answers: {
      'rendering.list': () => ({ jobs: [job], total: 1 }),
      'rendering.picture': () => bytesOf('picture'),
      'rendering.frames': () => [],
      ...answers,
    },
    ...person,
  })
  return {
    folder,
    run: world.run,
    calls: () => world.server.calls,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
