import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import type { Tx } from '../../../platform/ctx.ts'
import { publishMachine } from '../../machines/index.ts'
import type { RenderingCtx } from '../ctx.ts'
import { lockMachineTrust, type Producer, updateMachineRow } from './frame-parts-store.ts'
import { notifyOwner } from './notify-owner.ts'

interface Refused {
  machine: Pick<Producer, 'machine_id' | 'account_id' | 'name'> & {
    capability: Pick<RenderCapability, 'blender_version'> | null
  }
  /** The canary that was refused; the owner is notified once for each. */
  occasion: string
}

/** Refuses a machine because of its canary: it gets no frames. One that was settled meanwhile stays unchanged. */
export async function refuseMachine(
  ctx: RenderingCtx,
  tx: Tx,
  { machine, occasion }: Refused,
): Promise<void> {
  const { machine_id, account_id, name, capability } = machine
  const machineTrust = await lockMachineTrust(tx, machine_id)
  if (machineTrust?.admission !== 'unverified') return
  const refused = { admission: 'refused', canary: null, canary_at: null } as const
  await updateMachineRow(tx, machine_id, refused)
  await publishMachine(tx, account_id, machine_id)
  await notifyOwner(ctx, tx, {
    machine,
    key: `render_refused:${occasion}`,
    subject: `${name} is not admitted to rendering`,
    text: `Before ${name} gets frames, it renders a test scene. The result of its Blender ${capability?.blender_version ?? ''} was wrong. The test is repeated when Blender changes. Faulty memory or an overclocked GPU can cause this.`,
  })
}
