import { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../ctx.ts'
import { NotFoundError } from '../errors.ts'
import { findMachine } from './find-machine.ts'
import { findOffer } from './find-offer.ts'

/** Finds a machine by its id, by the offers of the market, or else among the user's own, which may be unlisted. */
export async function findAnyMachine(ctx: Ctx, wanted: string): Promise<MachineId> {
  const whole = MachineId.safeParse(wanted)
  if (whole.success) return whole.data
  try {
    return (await findOffer(ctx, wanted)).machine_id
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    return (await findMachine(ctx, wanted)).id
  }
}
