import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { publishMachine } from '../../machines/index.ts'
import type { RenderingCtx } from '../ctx.ts'
import { lockMachineTrust, type Producer, updateMachineRow } from './frame-parts-store.ts'
import { nextTrust, refusedBelow, type TrustEvent } from './next-trust.ts'
import { notifyOwner } from './notify-owner.ts'
import { pictureJudged } from './picture-judged.ts'

export interface TrustChange {
  machine: Producer
  event: TrustEvent
  /** The picture that caused the change; the owner is notified once for each. */
  occasion: string
  /** Why it was compared, where it was caught: at random, or as its renter rejected it. */
  cause?: 'dispute'
}

/**
 * Adjusts a machine's trust after an event; its owner is notified when it falls, and a machine whose trust falls too
 * low is refused.
 */
export async function adjustTrust(
  ctx: RenderingCtx,
  tx: Tx,
  { machine, event, occasion, cause }: TrustChange,
): Promise<void> {
  const machineTrust = await lockMachineTrust(tx, machine.machine_id)
  if (machineTrust === undefined) return
  const trust = nextTrust(machineTrust.trust, event)
  const isRefused = trust < refusedBelow
  await updateMachineRow(tx, machine.machine_id, {
    trust,
    admission: isRefused ? 'refused' : machineTrust.admission,
  })
  await publishMachine(tx, machine.account_id, machine.machine_id)
  await recordVerdict(ctx, tx, { machine, event, occasion, ...(cause && { cause }) })
  if (event !== 'caught' && event !== 'malformed') return
  const { name } = machine
  const { what, advice } = faults[event](name)
  await notifyOwner(ctx, tx, {
    machine,
    key: `render_${event}:${occasion}:${machine.machine_id}`,
    subject: isRefused ? `${name} no longer gets frames` : `${name} rendered an incorrect picture`,
    text: `${what} Its trust fell to ${trust}. ${isRefused ? 'It no longer gets frames.' : advice}`,
  })
}

/** Records what a comparison showed about the pictures of a machine. */
async function recordVerdict(
  ctx: RenderingCtx,
  tx: Tx,
  { machine, event, occasion, cause }: TrustChange,
): Promise<void> {
  if (event === 'judged_correctly') return
  const { machine_id, account_id: accountId } = machine
  const payload = { machine_id, verdict: cause ?? event, occasion }
  await recordEvents(ctx, tx, [pictureJudged.of({ subject: machine_id, accountId, payload })])
}

const faults = {
  caught: (name: string) => ({
    what: `A picture rendered by ${name} differs from the matching results of two other owners’ machines.`,
    advice:
      'See the comparison on the machine’s page. Faulty memory or an overclocked GPU can cause this.',
  }),
  malformed: (name: string) => ({
    what: `${name} sent an invalid picture, while another machine sent a valid one. It is not paid for it.`,
    advice: 'A full or faulty disk can cause this.',
  }),
} as const
