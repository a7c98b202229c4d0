import { MachineId } from '@gridloom/contract/core/ids'
import type { Machine } from '@gridloom/contract/machines/machine'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a machine of the user by its name or part of its id. */
export async function findMachine(ctx: Ctx, wanted: string): Promise<Machine> {
  if (MachineId.safeParse(wanted).success) {
    return ctx.client.machines.read({ params: { id: wanted }, signal: ctx.signal })
  }
  return chooseOne(await ctx.client.machines.list({ signal: ctx.signal }), wanted, 'machine')
}
