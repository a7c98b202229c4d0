import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Machine, MachineChange } from '@gridloom/contract/machines/machine'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { countRentals, countReserved, termsColumns } from '../market/index.ts'
import { noSuchMachine, readMachine } from './list-machines.ts'
import { lockMachine, updateMachine } from './machines-store.ts'
import { defaultCpuSlots } from './new-machine.ts'
import { publishMachine } from './publish-machine.ts'
import { refreshOffers } from './refresh-offers.ts'
import type { MachineRow } from './schema.ts'

/**
 * Renames, prices, lists or unlists a machine, declares its country, or changes how many CPU slots it has. Rented slots keep their price,
 * and reserved ones stay reserved at theirs: an unlisted machine serves its reservations.
 * @throws {Refused} not_found; machine_in_use where the slots of a rented or reserved machine would change
 */
export async function changeMachine(
  ctx: Ctx,
  id: MachineId,
  change: MachineChange,
): Promise<Machine> {
  await ctx.transact(async (tx) => {
    const machine = await lockOwnedMachine(ctx, tx, id)
    const { name, listed, list_not_isolated, country, pricing, cpu_slots } = change
    const { min_bid_micro_usd_per_hour } = change
    if (changesSlots(machine, cpu_slots)) {
      await refuseWhileRented(tx, id, 'anything')
      await refuseWhileReserved(tx, id)
    }
    await updateMachine(tx, id, {
      ...(name === undefined ? {} : { name }),
      ...(listed === undefined ? {} : { listed }),
      ...(list_not_isolated === undefined ? {} : { list_not_isolated }),
      ...(country === undefined ? {} : { country }),
      ...(pricing ?? {}),
      ...(min_bid_micro_usd_per_hour === undefined ? {} : { min_bid_micro_usd_per_hour }),
      ...(change.reservation_terms === undefined ? {} : termsColumns(change.reservation_terms)),
      ...(cpu_slots === undefined ? {} : { cpu_slots }),
      // Kysely rejects an empty change; this one alters nothing.
      account_id: machine.account_id,
    })
    await refreshOffers(ctx, tx, id)
    await publishMachine(tx, machine.account_id, id)
  })
  return readMachine(ctx, id)
}

/** Returns the caller's machine, locked. @throws {Refused} not_found */
export async function lockOwnedMachine(ctx: Ctx, tx: Tx, id: MachineId): Promise<MachineRow> {
  const machine = await lockMachine(tx, id)
  if (machine === undefined || machine.account_id !== accountOf(ctx).accountId) {
    throw noSuchMachine()
  }
  return machine
}

/** @throws {Refused} machine_in_use where slots (for `anything`: also a kept disk) of the machine are rented */
export async function refuseWhileRented(
  { db }: Pick<Tx, 'db'>,
  id: MachineId,
  of: 'slots_held' | 'anything',
): Promise<void> {
  const rented = await countRentals(db, id, of)
  if (rented === 0) return
  const count = rented === 1 ? '1 instance' : `${rented} instances`
  throw new Refused('machine_in_use', { details: { count } })
}

/** @throws {Refused} machine_in_use where slots of the machine are reserved: they stay until the reservation ends */
export async function refuseWhileReserved({ db }: Pick<Tx, 'db'>, id: MachineId): Promise<void> {
  const reserved = await countReserved(db, id)
  if (reserved === 0) return
  const count = reserved === 1 ? '1 reservation' : `${reserved} reservations`
  throw new Refused('machine_in_use', { details: { count } })
}

function changesSlots(machine: MachineRow, cpuSlots: number | undefined): boolean {
  const current = machine.cpu_slots ?? defaultCpuSlots(machine.hardware)
  return cpuSlots !== undefined && cpuSlots !== current
}
