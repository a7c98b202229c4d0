import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { RenderCapability } from '@gridloom/contract/rendering'
import type { RenderingCtx } from '../ctx.ts'
import { NotAPicture, type PictureDifference } from '../pictures/pictures.ts'
import type { ChunkRow } from '../schema.ts'
import { canarySamples, noteCanaryFailed } from './canary.ts'
import { readReference } from './canary-references.ts'
import { judgeCanary, rendersOnCpu, scoreOf } from './judge-canary.ts'
import { lockStanding, type Maker, readMaker, updateMachineRow } from './pieces-store.ts'
import { readPictureFile } from './read-file.ts'
import { tellOwner } from './tell-owner.ts'

/** The canary as a machine rendered it. */
export interface ArrivedCanary {
  chunk: ChunkRow
  report: ChunkReport
  /** Its picture in the store of files; `null` where it could not render it: then it is not admitted. */
  key: string | null
}

/**
 * Admits a machine to rendering or refuses it, with the score that its speed gives. One that could not render it is
 * asked again later. What comes of an older order, or of another version than the machine has now, changes nothing.
 */
export async function receiveCanary(ctx: RenderingCtx, arrived: ArrivedCanary): Promise<void> {
  const { chunk, key } = arrived
  const machine = await readMaker(ctx.db, chunk.machine_id)
  if (machine?.capability) await judge(ctx, arrived, { ...machine, capability: machine.capability })
  if (key !== null) await ctx.files.remove(key)
}

type Capable = Maker & { capability: RenderCapability }

async function judge(
  ctx: RenderingCtx,
  { chunk, report, key }: ArrivedCanary,
  machine: Capable,
): Promise<void> {
  const { samples_per_minute: samplesPerMinute } = report
  if (key === null || samplesPerMinute === null) return failed(ctx, report, machine)
  const { difference, isLike } = await compared(ctx, key, machine.capability)
  const admission = judgeCanary({ difference, isLike })
  const now = ctx.clock.now()
  const wallS = (now.getTime() - chunk.started_at.getTime()) / 1_000
  const score = scoreOf({ samplesPerMinute, samples: canarySamples, wallS })
  await ctx.transact(async (tx) => {
    const standing = await lockStanding(tx, machine.machine_id)
    // It may have shown itself meanwhile, or been caught.
    if (standing?.admission !== 'unproven') return
    await updateMachineRow(tx, machine.machine_id, { admission, score, canary_at: null })
    await tx.tell({ topic: 'machine', accountId: machine.account_id, subject: machine.machine_id })
    await tx.tell({ topic: 'render_work', accountId: null, subject: '' })
    if (admission === 'refused') await tellOwner(ctx, tx, refusedOf(machine, chunk))
  })
}

async function compared(
  ctx: RenderingCtx,
  key: string,
  capability: RenderCapability,
): Promise<{ difference: PictureDifference; isLike: boolean }> {
  const reference = await readReference(capability.blender_version)
  const isLike = reference.version === capability.blender_version && rendersOnCpu(capability)
  try {
    const second = { bytes: await readPictureFile(ctx, key), format: 'png' } as const
    const pair = { first: reference.picture, second, region: null, shrinkBy: isLike ? 1 : 4 }
    return { difference: await ctx.pictures.compare(pair, ctx.signal), isLike }
  } catch (error) {
    if (!(error instanceof NotAPicture)) throw error
    return { difference: { psnrDb: 0, differingPercent: 100 }, isLike }
  }
}

async function failed(
  ctx: RenderingCtx,
  { problem }: ChunkReport,
  machine: Capable,
): Promise<void> {
  const day = ctx.clock.now().toISOString().slice(0, 10)
  await ctx.transact(async (tx) => {
    await noteCanaryFailed(ctx, tx, machine)
    await tx.tell({ topic: 'machine', accountId: machine.account_id, subject: machine.machine_id })
    await tellOwner(ctx, tx, {
      machine,
      key: `render_canary:${machine.machine_id}:${day}`,
      subject: `${machine.name} could not render its first scene`,
      text: `Before ${machine.name} is given frames it renders a scene of ours, which did not succeed. ${problem?.text ?? ''} It is tried again every ten minutes.`,
    })
  })
}

function refusedOf(machine: Capable, chunk: ChunkRow) {
  const { name, capability } = machine
  return {
    machine,
    key: `render_refused:${chunk.id}`,
    subject: `${name} is not admitted to rendering`,
    text: `Before ${name} is given frames it renders a scene of ours. What its Blender ${capability.blender_version} made of it is not what it must be. It is asked anew when its Blender changes. Memory that fails and a GPU that is clocked too high do this.`,
  }
}
