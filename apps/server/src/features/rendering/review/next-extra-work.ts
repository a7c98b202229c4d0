import type { ChunkPart, Region } from '@gridloom/contract/agent/rendering'
import { pixelsOf } from '@gridloom/domain/rendering/frame-parts'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { ChunkOrder } from '../dispatch/chunk-order.ts'
import { blenderSettings } from '../dispatch/chunk-spec.ts'
import { findChunk } from '../dispatch/chunks-store.ts'
import { fileKeys } from '../file-keys.ts'
import { readJobRow } from '../frames/jobs-store.ts'
import type { ChunkRow, FrameRow, JobRow, RenderMachineRow } from '../schema.ts'
import { canaryOf, nextReference } from './canary.ts'
import { listWaitingChecks, takeCheck, type WaitingCheck } from './checks-store.ts'
import { comparabilityKeyOf, isComparable } from './comparability-key.ts'
import {
  type FramePart,
  findPart,
  listLinked,
  listParts,
  listWhole,
  readProducer,
} from './frame-parts-store.ts'
import { isEstablished } from './next-trust.ts'

/** The most waiting items that are tried for one that fits a machine. */
const lookedAtMax = 50

/**
 * Returns the work that a machine does before frames: its own canary if it is unverified, the canary of another owner's
 * machine, a check, or a merge of sample ranges. Called in the transaction that inserts the chunk.
 */
export async function nextExtraWork(
  ctx: RenderingCtx,
  tx: Tx,
  machine: RenderMachineRow,
): Promise<ChunkOrder | undefined> {
  if (!machine.enabled || machine.capability === null || machine.admission === 'refused')
    return undefined
  if (machine.admission === 'unverified') return canaryOf(ctx, tx, machine)
  return (
    (await nextReference(ctx, tx, machine)) ??
    (await nextCheck(ctx, tx, machine)) ??
    (await nextMerge(ctx, tx, machine))
  )
}

async function nextCheck(
  ctx: RenderingCtx,
  tx: Tx,
  machine: RenderMachineRow,
): Promise<ChunkOrder | undefined> {
  const waiting = await listWaitingChecks(tx.db, lookedAtMax)
  if (waiting.length === 0) return undefined
  const linked = await listLinked(tx.db, [machine.account_id])
  for (const check of waiting) {
    if (linked.some((account) => check.accounts_not.includes(account))) continue
    if (!mayVote(check, machine)) continue
    if (check.machines_not.includes(machine.machine_id)) continue
    const order = await checkOrder(ctx, tx, { check, machine })
    if (order === undefined) continue
    const taken = { chunkId: order.id, machineId: machine.machine_id }
    if (await takeCheck(tx, check, taken)) return order
  }
  return undefined
}

/**
 * Whether the machine may vote. A second vote must come from an established machine; a first one from any if the
 * producer is established.
 */
function mayVote(check: WaitingCheck, machine: RenderMachineRow): boolean {
  const producer = { vouched: check.producer_vouched, trust: check.maker_trust }
  return isEstablished(machine) || (check.vote === 1 && isEstablished(producer))
}

/**
 * Returns the order of a check; `undefined` if it is no longer open, or this machine would rightly render other pixels.
 */
async function checkOrder(
  ctx: RenderingCtx,
  tx: Tx,
  { check, machine }: { check: WaitingCheck; machine: RenderMachineRow },
): Promise<ChunkOrder | undefined> {
  const frame = await findPart(tx.db, check)
  const made = frame?.chunk_id ? await findChunk(tx.db, frame.chunk_id) : undefined
  const job = await readJobRow(tx.db, check.job_id)
  if (frame?.state !== 'checking' || made === undefined || job === undefined) return undefined
  const comparabilityKey = comparabilityKeyOf(made, await capabilityOf(tx, check))
  if (comparabilityKey === null || !isComparable(comparabilityKey, machine.capability))
    return undefined
  const order = {
    id: ctx.ids.mint('renderChunk'),
    kind: 'check',
    jobId: job.id,
    frames: [check.number],
  } as const
  if (made.spec.work.kind === 'merge') {
    return {
      ...order,
      frames: [check.number],
      work: made.spec.work,
      inputs: await inputsOf(tx, frame),
    }
  }
  const part = chunkPartOf(frame, regionOf(job, check.region))
  const work = workOf(made, part)
  return work === undefined ? undefined : { ...order, frames: [check.number], work, inputs: [] }
}

async function capabilityOf(tx: Tx, { machine_id }: WaitingCheck) {
  return (await readProducer(tx.db, machine_id))?.capability ?? null
}

/**
 * Returns the region to render; `null` for the whole frame, as Blender then renders exactly as it did the first time.
 */
function regionOf(job: JobRow, region: Region): Region | null {
  const { width, height } = pixelsOf(job.settings)
  return region.width === width && region.height === height ? null : region
}

function chunkPartOf(frame: FrameRow, region: Region | null): ChunkPart {
  return {
    key: frame.part === 0 ? `${frame.number}` : `${frame.number}.${frame.part}`,
    frame: frame.number,
    region,
    sample_range: frame.extent?.sample_range ?? null,
  }
}

/** Returns the order of the first machine, reduced to this part. */
function workOf({ spec: { work } }: ChunkRow, part: ChunkPart): ChunkOrder['work'] | undefined {
  return work.kind === 'render' ? { ...work, pieces: [part] } : undefined
}

async function nextMerge(
  ctx: RenderingCtx,
  tx: Tx,
  machine: RenderMachineRow,
): Promise<ChunkOrder | undefined> {
  for (const whole of await listWhole(tx.db, 'samples', lookedAtMax)) {
    const order = await mergeOrder(ctx, tx, { whole, machine })
    if (order !== undefined) return order
  }
  return undefined
}

/**
 * Returns the order of a merge. A frame's ranges may come from different versions of Blender; the merging machine must
 * be able to read them and denoise.
 */
async function mergeOrder(
  ctx: RenderingCtx,
  tx: Tx,
  { whole, machine }: { whole: FramePart; machine: RenderMachineRow },
): Promise<ChunkOrder | undefined> {
  const [job, frame] = [await readJobRow(tx.db, whole.job_id), await findPart(tx.db, whole)]
  if (job === undefined || frame === undefined) return undefined
  if (frame.failed_machines.includes(machine.machine_id) || !mayMerge(job, machine))
    return undefined
  const inputs = await inputsOf(tx, frame)
  const [range] = await listParts(tx.db, whole)
  const made = range?.chunk_id ? await findChunk(tx.db, range.chunk_id) : undefined
  if (made?.spec.work.kind !== 'render') return undefined
  const { scene, blend_path } = made.spec.work
  // The merge denoises and composites, which its ranges did not.
  const settings = blenderSettings(
    { ...job.settings, split: { kind: 'whole' } },
    machine.capability,
  )
  return {
    id: ctx.ids.mint('renderChunk'),
    kind: 'merge',
    jobId: job.id,
    frames: [frame.number],
    work: {
      kind: 'merge',
      inputs: inputs.map(({ sha256 }) => sha256),
      scene,
      blend_path,
      settings,
      frame: frame.number,
    },
    inputs,
  }
}

function mayMerge({ settings }: JobRow, { machine_id, capability }: RenderMachineRow): boolean {
  const { needs, denoise, engine } = settings
  const isChosen = needs.machine_ids.length === 0 || needs.machine_ids.includes(machine_id)
  const denoises = !denoise || (capability?.denoisers.length ?? 0) > 0
  return isChosen && denoises && capability?.engines.includes(engine) === true
}

async function inputsOf(tx: Tx, frame: FramePart): Promise<ChunkOrder['inputs']> {
  const parts = await listParts(tx.db, frame)
  return parts.flatMap(({ job_id, number, part, sha256 }) =>
    sha256 === null ? [] : [{ sha256, key: fileKeys.picture(job_id, { number, part, sha256 }) }],
  )
}
