import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { CheckRow } from '../schema.ts'
import { nextTrust, refusedBelow, type TrustEvent } from './next-trust.ts'
import { lockStanding, type Maker, updateMachineRow } from './pieces-store.ts'
import { tellOwner } from './tell-owner.ts'

/** Moves a machine's trust by what was learnt of it; one that is caught is told of, and refused where little is left. */
export async function moveTrust(
  ctx: RenderingCtx,
  tx: Tx,
  { machine, event, check }: { machine: Maker; event: TrustEvent; check: CheckRow },
): Promise<void> {
  const standing = await lockStanding(tx, machine.machine_id)
  if (standing === undefined) return
  const trust = nextTrust(standing.trust, event)
  const isRefused = trust < refusedBelow
  await updateMachineRow(tx, machine.machine_id, {
    trust,
    admission: isRefused ? 'refused' : standing.admission,
  })
  await tx.tell({ topic: 'machine', accountId: machine.account_id, subject: machine.machine_id })
  if (event !== 'caught') return
  await tellOwner(ctx, tx, {
    machine,
    key: `render_caught:${check.id}:${machine.machine_id}`,
    subject: isRefused
      ? `${machine.name} renders no more`
      : `${machine.name} rendered a wrong picture`,
    text: caughtText(machine.name, { trust, isRefused }),
  })
}

function caughtText(
  name: string,
  { trust, isRefused }: { trust: number; isRefused: boolean },
): string {
  const what = `What ${name} rendered differs from what two machines of other owners made of it, which are alike. It is not paid for it, and its trust fell to ${trust}.`
  if (isRefused) return `${what} It is given no more frames.`
  return `${what} Its page shows what was compared. Memory that fails and a GPU that is clocked too high do this.`
}
