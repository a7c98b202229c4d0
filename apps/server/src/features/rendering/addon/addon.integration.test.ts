import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { RenderJobId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { withPeople } from '../../../../test/people.ts'
import { fileKeys } from '../file-keys.ts'
import type { RenderingTables } from '../schema.ts'

const run = promisify(execFile)
const scripts = fileURLToPath(new URL('../../../../test/blender/', import.meta.url))
const blender = await run('blender', ['--version']).then(
  ({ stdout }) => stdout,
  () => undefined,
)

it('is a single Python file with the address of its server', async () => {
  await using site = await setup()
  const answer = await fetch(`${site.url}/render/addon`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/x-python; charset=utf-8',
    'content-disposition': 'attachment; filename="gridloom_addon.py"',
    'x-content-type-options': 'nosniff',
  })
  const text = await answer.text()
  expect(text.includes(`DEFAULT_SERVER = "${site.publicUrl}"`)).toBe(true)
  expect(text.match(/^(?:import|from) [\w.]+/gm)).not.toContain('import requests')
})

it.skipIf(blender === undefined)(
  'submits the open file from a real Blender, reopens the job and downloads its frames (needs blender)',
  { timeout: 120_000 },
  async () => {
    await using site = await setup()
    const addon = path.join(site.folder, 'gridloom_addon.py')
    await writeFile(addon, await (await fetch(`${site.url}/render/addon`)).bytes())
    const reported = await site.blender('submit_with_addon.py', [
      addon,
      site.url,
      site.key,
      site.folder,
    ])
    expect(reported).toEqual({
      server: site.publicUrl,
      without_key: expect.stringContaining('Enter an API key'),
      wrong_key: expect.stringContaining('Please log in again.'),
      no_server: expect.stringContaining('is not responding'),
      job: expect.stringMatching(/^rnj_/),
      unchanged: true,
    })
    const id = RenderJobId.parse(reported.job)
    const { job, scene } = await site.client.rendering.read({ params: { id } })
    expect(job).toMatchObject({
      fileName: 'street.blend',
      state: 'rendering',
      frames_total: 3,
      budget_micro_usd: 1_500_000,
      settings: { frames: '1-3', width: 64, height: 36 },
    })
    expect(scene.contents.blends[0]?.facts.packed_files).toBe(1)
    expect(scene.contents.blends[0]?.diagnostics.map(({ code }) => code)).not.toContain(
      'missing_file',
    )

    await site.finishFrame(id, 2)
    const frames = path.join(site.folder, 'frames')
    const file = path.join(site.folder, 'street.blend')
    const later = await site.blender(
      'come_back_with_addon.py',
      [site.url, site.key, frames],
      [file],
    )
    expect(later).toEqual({
      lines: expect.arrayContaining(['Rendering: 1 of 3 frames', '$0.0000 of $1.50']),
      downloaded: `1 of 3 frames saved to ${frames}`,
      state: 'cancelled',
      refused: [expect.stringContaining('This action is not available while'), true],
      gone: true,
    })
    expect(await readdir(frames)).toEqual(['street_0002.png'])
    expect(await readFile(path.join(frames, 'street_0002.png'), 'utf8')).toBe('picture')
  },
)

async function setup() {
  const site = await withPeople()
  const { url, container } = site.server
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-addon-'))
  await site.operator.operator.writeSettings({ body: { starting_credit_micro_usd: 5_000_000 } })
  const { client } = await site.someone('ada')
  const { key } = await client.keys.generateApiKey({
    body: { name: 'Blender', scopes: ['renders:read', 'renders:write'] },
  })
  const tables = site.db.withTables<RenderingTables>()
  return {
    url,
    publicUrl: container.config.publicUrl,
    client,
    key,
    folder,
    /** Runs a script in a Blender with its own user folder; returns the result that the script reports at its end. */
    async blender(script: string, words: string[], files: string[] = []) {
      const user = path.join(folder, 'user')
      await mkdir(path.join(user, 'scripts'), { recursive: true })
      const own = { BLENDER_USER_SCRIPTS: `${user}/scripts`, BLENDER_USER_CONFIG: `${user}/config` }
      const { stdout } = await run(
        'blender',
        [
          ...['-b', '--factory-startup', ...files, '--python-exit-code', '3'],
          ...['-P', path.join(scripts, script), '--', ...words],
        ],
        { env: { ...process.env, ...own } },
      )
      const reported = /^REPORTED (.*)$/m.exec(stdout)?.[1]
      return JSON.parse(reported ?? 'null')
    },
    /** Completes a frame as if a machine had rendered it. */
    async finishFrame(id: RenderJobId, number: number) {
      const sha256 = '0'.repeat(64)
      const picture = new TextEncoder().encode('picture')
      const { signal } = new AbortController()
      await container.files.put(
        fileKeys.picture(id, { number, part: 0, sha256 }),
        [picture],
        signal,
      )
      await tables
        .updateTable('render_frames')
        .set({ state: 'done', sha256, bytes: picture.length })
        .where('job_id', '=', id)
        .where('number', '=', number)
        .execute()
      await tables.updateTable('render_jobs').set({ frames_done: 1 }).where('id', '=', id).execute()
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
