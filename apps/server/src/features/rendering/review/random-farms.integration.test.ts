import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type RenderSite, withRendering } from '../../../../test/render-site.ts'
import { rendered } from '../../../../test/rendered.ts'
import { checkLedger } from '../../ledger/index.ts'
import { closeChunk } from '../dispatch/close-chunk.ts'
import { fileKeys } from '../file-keys.ts'
import { decodePicture } from '../pictures/decode.ts'

/** The pictures that a dishonest machine sends, for frames and checks. */
const cheats = ['half-samples.png', 'other-seed.png', 'frame-2.png', 'recompressed.png']

it.each([11, 42])(
  'delivers only honest pictures, and pays no cheat, in any order of machines (seed %i)',
  async (seed) => {
    await using site = await withRendering()
    const farm = await setup(site, seed)
    await farm.renderEverything()
    const frames = await site.frames(farm.jobId)
    expect(frames.map(({ state }) => state)).toEqual(frames.map(() => 'done'))
    const honest = await decodePicture(rendered('honest.png').bytes, 'png')
    for (const { number, sha256, checked } of frames) {
      const key = fileKeys.picture(farm.jobId, { number, part: 0, sha256: sha256 ?? '' })
      expect(await decodePicture(await site.readFile(key), 'png')).toEqual(honest)
      expect(checked).toBe('by_machine')
    }
    expect(await site.trustOf(farm.cheat)).toMatchObject({ frames_paid: 0, admission: 'refused' })
    expect(await site.earned(farm.cheat)).toBe(0)
    for (const machine of farm.honest) {
      const trust = await site.trustOf(machine)
      expect(trust).toMatchObject({ admission: 'admitted' })
      expect(trust?.trust).toBeGreaterThanOrEqual(50)
    }
    await expectMoneyToAddUp(site, farm.jobId)
  },
)

async function expectMoneyToAddUp(
  site: RenderSite,
  jobId: Awaited<ReturnType<RenderSite['job']>>['id'],
) {
  const job = await site.jobRow(jobId)
  const { rows } = await sql<{ charged: number; frames: number; held: number }>`
    select (select coalesce(sum(micro_usd), 0)::bigint from render_charges where job_id = ${jobId}) as charged,
      (select coalesce(sum(charged_micro_usd), 0)::bigint from render_frames where job_id = ${jobId}) as frames,
      (select coalesce(sum(balance_micro_usd), 0)::bigint from ledger_accounts where id = ${`held:${jobId}`}) as held`.execute(
    site.db,
  )
  expect(job).toMatchObject({ state: 'completed', committed_micro_usd: 0 })
  expect(rows[0]).toEqual({
    charged: job?.charged_micro_usd,
    frames: job?.charged_micro_usd,
    held: 0,
  })
  expect(await checkLedger(site.db)).toMatchObject({ clean: true })
}

/** Four honest machines and one that cheats, of five owners, and an order of turns by the seed. */
async function setup(site: RenderSite, seed: number) {
  const honest: MachineId[] = []
  for (const _ of [1, 2, 3, 4]) honest.push(await site.machine())
  const cheat = await site.machine()
  const { id: jobId } = await site.job({ frames: 4 })
  const machines = [cheat, ...honest]
  let state = seed
  const random = (below: number) => {
    // A linear congruential generator, so that a seed reproduces its run.
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
  const pictureOf = (machine: MachineId) =>
    machine === cheat ? (cheats[random(cheats.length)] ?? 'frame-2.png') : 'honest.png'

  async function turn(machine: MachineId): Promise<void> {
    const extra = await site.extra(machine)
    if (extra !== undefined) {
      await site.send(extra, await site.part(pictureOf(machine), extra))
      return end(extra)
    }
    const chunk = await site.claim(machine).catch(() => undefined)
    if (chunk === undefined) return
    await site.send(chunk, pictureOf(machine))
    // At random, a machine repeats its report.
    if (random(3) === 0) await site.send(chunk, pictureOf(machine))
    await end(chunk)
  }
  const end = async (chunk: Awaited<ReturnType<RenderSite['claim']>>) => {
    await closeChunk(site.ctx, { chunk, state: 'done', problem: null, failedBy: 'nobody' })
  }
  return {
    jobId,
    honest,
    cheat,
    async renderEverything(): Promise<void> {
      // The dishonest machine begins, so that there is something to catch.
      await turn(cheat)
      for (let turns = 0; turns < 200; turns++) {
        if ((await site.jobRow(jobId))?.state === 'completed') return
        await turn(machines[random(machines.length)] ?? cheat)
      }
      throw new Error('the job does not end')
    },
  }
}
