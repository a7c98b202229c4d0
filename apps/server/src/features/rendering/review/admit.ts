import type { Tx } from '../../../platform/ctx.ts'
import { publishMachine } from '../../machines/index.ts'
import { publishWork } from '../frames/publish-job.ts'
import type { RenderMachineRow } from '../schema.ts'
import { updateMachineRow } from './frame-parts-store.ts'

interface Admitted {
  machine: Pick<RenderMachineRow, 'machine_id' | 'account_id'>
  score: number
}

/** Admits a machine to rendering, with the score of its canary. Its row is locked. */
export async function admit(tx: Tx, { machine, score }: Admitted): Promise<void> {
  const { machine_id, account_id } = machine
  const shown = { admission: 'admitted', score, canary: null, canary_at: null } as const
  await updateMachineRow(tx, machine_id, shown)
  await publishMachine(tx, account_id, machine_id)
  await publishWork(tx)
}
