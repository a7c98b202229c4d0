import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { Pricing } from '@gridloom/contract/machines/machine'

/**
 * The prices of a new machine until its provider changes them. It starts listed, so that one command puts it on the
 * market: $0.02/h for a CPU slot, $0.25/h for a GPU, $0.002/h for a GiB of memory, $0.0001/h for a GB of disk (about
 * $0.07 a month), and half of that while the instance is stopped.
 */
export const defaultPricing: Pricing = {
  gpu_slot_micro_usd_per_hour: 250_000,
  cpu_slot_micro_usd_per_hour: 20_000,
  memory_gib_micro_usd_per_hour: 2_000,
  disk_gb_micro_usd_per_hour: 100,
  stopped_disk_gb_micro_usd_per_hour: 50,
}

const cpuSlotsMax = 256

/** Returns how many CPU slots a machine has until its provider changes it: one for each thread. */
export function defaultCpuSlots(hardware: Pick<Hardware, 'cpu_threads'> | null): number {
  return hardware === null ? 1 : Math.min(hardware.cpu_threads, cpuSlotsMax)
}
