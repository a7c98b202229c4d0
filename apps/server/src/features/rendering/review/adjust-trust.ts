import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { nextTrust, refusedBelow, type TrustEvent } from './next-trust.ts'
import { notifyOwner } from './notify-owner.ts'
import { lockStanding, type Producer, updateMachineRow } from './pieces-store.ts'

export interface Learnt {
  machine: Producer
  event: TrustEvent
  /** Which picture it was learnt from; its owner is told once of each. */
  occasion: string
}

/**
 * Moves a machine's trust by what was learnt of it; its owner is told of what lowers it, and where little is left it is
 * refused.
 */
export async function adjustTrust(
  ctx: RenderingCtx,
  tx: Tx,
  { machine, event, occasion }: Learnt,
): Promise<void> {
  const standing = await lockStanding(tx, machine.machine_id)
  if (standing === undefined) return
  const trust = nextTrust(standing.trust, event)
  const isRefused = trust < refusedBelow
  await updateMachineRow(tx, machine.machine_id, {
    trust,
    admission: isRefused ? 'refused' : standing.admission,
  })
  await tx.publish({ topic: 'machine', accountId: machine.account_id, subject: machine.machine_id })
  if (event !== 'caught' && event !== 'malformed') return
  const { name } = machine
  const { what, advice } = faults[event](name)
  await notifyOwner(ctx, tx, {
    machine,
    key: `render_${event}:${occasion}:${machine.machine_id}`,
    subject: isRefused ? `${name} renders no more` : `${name} rendered a wrong picture`,
    text: `${what} Its trust fell to ${trust}. ${isRefused ? 'It is given no more frames.' : advice}`,
  })
}

const faults = {
  caught: (name: string) => ({
    what: `What ${name} rendered differs from what two machines of other owners made of it, which are alike.`,
    advice:
      'Its page shows what was compared. Memory that fails and a GPU that is clocked too high do this.',
  }),
  malformed: (name: string) => ({
    what: `What ${name} sent was no picture of what was asked for, where another machine’s was. It is not paid for it.`,
    advice: 'A disk that is full or fails does this.',
  }),
} as const
