import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import { publishMachine } from '../../machines/index.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { ArrivedCanary } from '../dispatch/arrived-canary.ts'
import { fileKeys } from '../file-keys.ts'
import { publishWork } from '../frames/publish-job.ts'
import type { CanaryAgain, CanaryShown } from '../schema.ts'
import { admit } from './admit.ts'
import { noteCanaryFailed } from './canary.ts'
import { countReferees } from './canary-store.ts'
import { samplesToTimeIt, scoreOf, scores } from './decide-canary.ts'
import {
  lockMachineTrust,
  type Producer,
  readProducer,
  updateMachineRow,
} from './frame-parts-store.ts'
import { inspectPicture } from './inspect-picture.ts'
import { notifyOwner } from './notify-owner.ts'
import { receiveReference } from './receive-reference.ts'
import { refuseMachine } from './refuse-machine.ts'

/**
 * Handles a machine's rendered canary: it is timed, and compared if another machine can render the same. A machine that
 * could not render it gets another later. A canary of an older order, or of another version of Blender than the machine
 * has now, is ignored.
 */
export async function receiveCanary(ctx: RenderingCtx, arrived: ArrivedCanary): Promise<void> {
  const { chunk, key } = arrived
  const machine = await readProducer(ctx.db, chunk.machine_id)
  if (chunk.canary_of !== null) await receiveReference(ctx, chunk.canary_of, arrived)
  else if (machine?.capability)
    await judge(ctx, arrived, { ...machine, capability: machine.capability })
  if (key !== null) await ctx.files.remove(key)
}

type Capable = Producer & { capability: RenderCapability }

/** The size of the canary in pixels. */
const size = { width: 320, height: 180 }

async function judge(
  ctx: RenderingCtx,
  { chunk, report, key, doneAtMs }: ArrivedCanary,
  machine: Capable,
): Promise<void> {
  const { work } = chunk.spec
  const { samples_per_minute: samplesPerMinute } = report
  if (work.kind !== 'canary') return
  if (key === null || samplesPerMinute === null)
    return failed(ctx, machine, reasonOf(report.problem))
  const wallS = (doneAtMs - chunk.started_at.getTime()) / 1_000
  const timed = { samplesPerMinute, samples: work.samples, wallS }
  const score = scoreOf(timed)
  if (score === null) return failed(ctx, machine, tooSoon)
  const looked = await inspectPicture(ctx, key, 'png')
  const facts = looked.kind === 'picture' ? looked.examined.facts : undefined
  const isWhole = facts?.width === size.width && facts.height === size.height
  if (looked.kind === 'none' || !isWhole || facts.isConstant)
    return ctx.transact((tx) => refuseMachine(ctx, tx, { machine, occasion: chunk.id }))
  const at = ctx.clock.now().toISOString()
  const more = samplesToTimeIt(timed)
  const referees = (samples: number) =>
    countReferees(ctx.db, { accountsNot: [machine.account_id], samples, failedBy: [] })
  // A longer canary is worthwhile only if a machine can compare it.
  if (more !== null && (machine.vouched || (await referees(more)) > 0))
    return note(ctx, machine, { kind: 'again', samples: more })
  // A machine that the operator vouches for needs no comparison; one without a possible referee cannot be compared.
  if (machine.vouched) return note(ctx, machine, { kind: 'admitted', score })
  if ((await referees(work.samples)) === 0)
    return note(ctx, machine, { kind: 'admitted', score: Math.min(scores.unseen, score) })
  const shown = { kind: 'shown', work, score, at, failed_by: [], votes: [] } as const
  await ctx.files.put(fileKeys.canary(machine.machine_id), [looked.examined.cleaned], ctx.signal)
  await note(ctx, machine, shown)
}

type Noted = CanaryShown | CanaryAgain | { kind: 'admitted'; score: number }

function note(ctx: RenderingCtx, machine: Capable, noted: Noted): Promise<void> {
  const { machine_id, account_id } = machine
  return ctx.transact(async (tx) => {
    const machineTrust = await lockMachineTrust(tx, machine_id)
    // The machine may have been admitted or refused meanwhile.
    if (machineTrust?.admission !== 'unverified') return
    if (noted.kind === 'admitted') return admit(tx, { machine, score: noted.score })
    await updateMachineRow(tx, machine_id, { canary: JSON.stringify(noted) })
    await publishMachine(tx, account_id, machine_id)
    await publishWork(tx)
  })
}

/** Returns a text by the problem's code alone: a machine's own text never goes into an email. */
function reasonOf(problem: ChunkReport['problem']): string {
  return problem === null ? 'It sent no result.' : `Reason: ${problem.code.replaceAll('_', ' ')}.`
}

const tooSoon = 'It responded faster than Blender could render.'

async function failed(ctx: RenderingCtx, machine: Capable, why: string): Promise<void> {
  const day = ctx.clock.now().toISOString().slice(0, 10)
  await ctx.transact(async (tx) => {
    await noteCanaryFailed(ctx, tx, machine)
    await publishMachine(tx, machine.account_id, machine.machine_id)
    await notifyOwner(ctx, tx, {
      machine,
      key: `render_canary:${machine.machine_id}:${day}`,
      subject: `${machine.name} failed the rendering test`,
      text: `Before ${machine.name} gets frames, it renders a test scene. The test failed. ${why} It is repeated every ten minutes.`,
    })
  })
}
