import type { MachineId } from '@gridloom/contract/core/ids'
import type { OperatorMachine } from '@gridloom/contract/operator/machine'
import type { Ctx } from '../../platform/ctx.ts'
import { operatorOf } from '../accounts/index.ts'
import { noSuchMachine, showMachines } from './list-machines.ts'
import { type OwnedMachine, selectEveryMachine } from './operator-machines-store.ts'

interface MachinesQuery {
  search?: string | undefined
  page: number
  page_size: number
}

/** Returns the machines of all accounts with their owners, newest first. @throws Refused `unauthorized`, `forbidden` */
export async function listEveryMachine(
  ctx: Ctx,
  { search, page, page_size: limit }: MachinesQuery,
): Promise<{ machines: OperatorMachine[]; total: number }> {
  operatorOf(ctx)
  const { machines, total } = await selectEveryMachine(ctx.db, {
    ...(search === undefined ? {} : { search }),
    limit,
    offset: (page - 1) * limit,
  })
  return { machines: await withOwners(ctx, machines), total }
}

/** Returns any account's machine. @throws Refused `unauthorized`, `forbidden`, `not_found` */
export async function readAnyMachine(ctx: Ctx, id: MachineId): Promise<OperatorMachine> {
  operatorOf(ctx)
  const { machines } = await selectEveryMachine(ctx.db, { id, limit: 1, offset: 0 })
  const [machine] = await withOwners(ctx, machines)
  if (machine === undefined) throw noSuchMachine()
  return machine
}

async function withOwners(ctx: Ctx, rows: readonly OwnedMachine[]): Promise<OperatorMachine[]> {
  const shown = await showMachines(ctx, rows)
  const owned = new Map(rows.map((row) => [row.id, row]))
  return shown.map((machine) => {
    const { owner_email = '', vouched = null } = owned.get(machine.id) ?? {}
    return { machine, owner_email, vouched }
  })
}
