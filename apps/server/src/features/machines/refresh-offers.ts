import type { MachineId } from '@gridloom/contract/core/ids'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import { rentableGpus, slotGroups } from '@gridloom/domain/slots'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { claimGpus, pricingOf, replaceOffers } from '../market/index.ts'
import { listBenchmarks } from './benchmarks-store.ts'
import { computersKeptSince } from './decide-enrolment.ts'
import { listGpuBenchmarks } from './gpu-benchmarks-store.ts'
import { isRentable } from './machine-problems.ts'
import { lockMachine, updateMachine } from './machines-store.ts'
import { defaultCpuSlots } from './new-machine.ts'
import { offerFactsOf } from './offer-facts.ts'
import type { MachineRow } from './schema.ts'

/**
 * Works out what a machine has for rent (GPUs, slots, prices, visibility) and replaces its offers on the market. Call
 * it after every change that offers depend on. Rented slots stay.
 */
export async function refreshOffers(ctx: Ctx, tx: Tx, machineId: MachineId): Promise<void> {
  const machine = await lockMachine(tx, machineId)
  if (machine === undefined || machine.hardware === null) return
  const { hardware } = machine
  const gpusElsewhere = await claimGpus(tx, {
    machineId,
    accountId: machine.account_id,
    uuids: rentableGpus(hardware).map((gpu) => gpu.uuid),
    keptSince: computersKeptSince(ctx.clock.now()),
  })
  await updateMachine(tx, machineId, { gpus_elsewhere: JSON.stringify(gpusElsewhere) })
  const cpuSlots = machine.cpu_slots ?? defaultCpuSlots(hardware)
  const benchmarks = (await listBenchmarks(tx.db, [machineId])).get(machineId) ?? []
  await replaceOffers(ctx, tx, {
    machineId,
    groups: slotGroups(withoutGpus(hardware, gpusElsewhere), cpuSlots),
    pricing: pricingOf(machine),
    minBid: machine.min_bid_micro_usd_per_hour,
    visible: machine.listed && rentable(machine, { hardware, cpuSlots, gpusElsewhere }),
    diskOfferedGb: machine.disk_offered_gb,
    facts: offerFactsOf(hardware, benchmarks, machine.country),
    gpus: hardware.gpus,
    gpuBenchmarks: (await listGpuBenchmarks(tx.db, [machineId])).get(machineId) ?? [],
  })
}

function rentable(
  machine: MachineRow,
  given: { hardware: Hardware; cpuSlots: number; gpusElsewhere: readonly string[] },
): boolean {
  return isRentable({
    ...given,
    status: machine.status,
    agentProtocol: machine.agent_protocol,
    diskOfferedGb: machine.disk_offered_gb,
    listNotIsolated: machine.list_not_isolated,
    stopOverdueSince: machine.stop_overdue_since,
    // A violation hides no offer.
    violation: null,
  })
}

function withoutGpus(hardware: Hardware, uuids: readonly string[]): Hardware {
  if (uuids.length === 0) return hardware
  const taken = new Set(uuids)
  return { ...hardware, gpus: hardware.gpus.filter((gpu) => !taken.has(gpu.uuid)) }
}
