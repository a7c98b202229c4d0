import { isDeepStrictEqual } from 'node:util'
import type { RenderingReport } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import {
  isSupportedBlender,
  supportedBlenderSeries,
} from '@gridloom/domain/rendering/blender-versions'
import { publishMachine } from '../../machines/index.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { RenderMachineRow } from '../schema.ts'
import {
  findRenderMachine,
  lockRenderMachine,
  type ReportedCapability,
  writeShown,
} from './render-machines-store.ts'

/** A machine whose trust is below this stays refused, whatever Blender it reports. */
const trustLeast = 20
const scenesMax = 2_000

/**
 * Stores the capability that a machine reports, and the scenes that it has. With another Blender or other devices, the
 * machine must render a canary again before it gets frames. A machine that reports neither (it is still probing) keeps
 * its last capability.
 */
export async function takeCapability(
  ctx: RenderingCtx,
  machineId: MachineId,
  report: RenderingReport,
): Promise<void> {
  const known = await findRenderMachine(ctx.db, machineId)
  if (known === undefined ? saysNothing(report) : isKnown(known, report)) return
  await ctx.transact(async (tx) => {
    const row = await lockRenderMachine(tx, machineId)
    if (row === undefined) return
    await writeShown(tx, machineId, shownOf(row, report))
    await publishMachine(tx, row.account_id, machineId)
  })
}

/** Returns the columns to store after a report, given the stored ones. */
export function shownOf(
  row: Pick<RenderMachineRow, 'capability' | 'missing' | 'admission' | 'trust'>,
  report: RenderingReport,
): ReportedCapability {
  const scenes = report.scenes.slice(0, scenesMax)
  if (saysNothing(report)) return { ...row, scenes }
  const { capability, missing } = renderable(report)
  const isChanged = capability !== null && !rendersAlike(row.capability, capability)
  const admission = isChanged && row.trust >= trustLeast ? 'unverified' : row.admission
  return { capability, missing, scenes, admission }
}

/** Accepts only supported versions of Blender: pictures of any other could not be compared. */
function renderable(report: RenderingReport): Pick<RenderingReport, 'capability' | 'missing'> {
  const { capability } = report
  if (capability === null || isSupportedBlender(capability.blender_version)) return report
  return { capability: null, missing: unsupportedText }
}

const series = supportedBlenderSeries
const unsupportedText = `This version of Blender is not supported. Install a release of ${series.slice(0, -1).join(', ')} or ${series.at(-1)} from blender.org or your distribution, and restart the agent.`

function saysNothing({ capability, missing }: RenderingReport): boolean {
  return capability === null && missing === null
}

function isKnown(row: RenderMachineRow, report: RenderingReport): boolean {
  const { capability, missing, scenes, admission } = shownOf(row, report)
  return (
    missing === row.missing &&
    admission === row.admission &&
    isDeepStrictEqual(scenes, row.scenes) &&
    isDeepStrictEqual(capability, row.capability)
  )
}

/** Whether two capabilities render the same pictures, so that a canary of one is valid for the other. */
function rendersAlike(before: RenderCapability | null, now: RenderCapability): boolean {
  if (before === null) return false
  const devices = (of: RenderCapability) => of.devices.map(({ kind, name }) => `${kind} ${name}`)
  return (
    before.driver === now.driver &&
    before.blender_version === now.blender_version &&
    isDeepStrictEqual(devices(before), devices(now))
  )
}
