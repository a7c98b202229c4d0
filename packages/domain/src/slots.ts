import type { Gpu, Hardware } from '@gridloom/contract/machines/hardware'
import type { OfferKind } from '@gridloom/contract/market/offer-filters'

/** Equal slots of one machine: the resources of one slot, and the number of slots. */
export interface SlotGroup {
  readonly kind: OfferKind
  /** `null` for CPU slots. */
  readonly gpuModel: string | null
  /** The video memory that every GPU of the group has; `null` if one could not be read, and for CPU slots. */
  readonly vramMib: number | null
  /** One per slot, in the machine's own order; empty for CPU slots. */
  readonly gpuUuids: readonly string[]
  readonly slots: number
  /** Per slot, in hundredths of a CPU thread as container engines count them. */
  readonly vcpus: number
  /** Per slot. */
  readonly memoryMib: number
}

/** The resources that a machine rents out, without those that it keeps. */
export interface Rentable {
  readonly vcpus: number
  readonly memoryMib: number
}

/** A smaller slot would be useless; there are fewer slots instead. */
export const slotVcpusMin = 0.25
export const slotMemoryMibMin = 128

/**
 * Divides a machine into slots. With rentable GPUs: one slot per GPU, in one group per model, and every slot has the
 * same share of CPU and memory. Without: `cpuSlots` equal shares of the CPUs. The host's part ({@link rentableOf}) is
 * deducted before. A machine without a container engine, or too small for one slot, has none.
 */
export function slotGroups(hardware: Hardware, cpuSlots: number): SlotGroup[] {
  if (hardware.engine === null) return []
  const gpus = rentableGpus(hardware)
  if (gpus.length === 0) return cpuGroup(rentableOf(hardware), cpuSlots)

  const share = shareOf(rentableOf(hardware), gpus.length)
  const byModel = Map.groupBy(gpus, (gpu) => gpu.model)
  return [...byModel].map(([model, ofModel]) => ({
    kind: 'gpu',
    gpuModel: model,
    vramMib: leastVramMib(ofModel),
    gpuUuids: ofModel.map((gpu) => gpu.uuid),
    slots: ofModel.length,
    ...share,
  }))
}

/**
 * GPUs that a container can use: those that nvidia-smi lists, if the engine has the NVIDIA runtime. A GPU that only the
 * PCI bus lists has no working driver, or merely draws the console. One that is listed twice (by its id) counts once.
 */
export function rentableGpus(hardware: Hardware): Gpu[] {
  if (!hardware.engine?.runtimes.includes('nvidia')) return []
  const listed = hardware.gpus
    .filter((gpu) => gpu.source === 'nvidia-smi')
    .toSorted((one, other) => one.index - other.index)
  const byUuid = new Map<string, Gpu>()
  for (const gpu of listed) if (!byUuid.has(gpu.uuid)) byUuid.set(gpu.uuid, gpu)
  return [...byUuid.values()]
}

/**
 * The resources for renters. The host keeps a sixteenth of its memory, at least 512 MiB (but never more than half)
 * and at most 8 GiB, and a twentieth of its CPU threads, at least 0.1 and at most 2.
 */
export function rentableOf(hardware: Pick<Hardware, 'cpu_threads' | 'memory_mib'>): Rentable {
  const { cpu_threads: threads, memory_mib: memoryMib } = hardware
  const keptMib = Math.min(clamp(Math.ceil(memoryMib / 16), 512, 8_192), memoryMib / 2)
  return {
    vcpus: hundredths(threads - clamp(threads / 20, 0.1, 2)),
    memoryMib: Math.floor(memoryMib - keptMib),
  }
}

function cpuGroup(rentable: Rentable, cpuSlots: number): SlotGroup[] {
  const fitting = Math.min(
    cpuSlots,
    Math.floor(rentable.vcpus / slotVcpusMin),
    Math.floor(rentable.memoryMib / slotMemoryMibMin),
  )
  if (fitting < 1) return []
  const share = shareOf(rentable, fitting)
  return [{ kind: 'cpu', gpuModel: null, vramMib: null, gpuUuids: [], slots: fitting, ...share }]
}

function shareOf(rentable: Rentable, slots: number): Rentable {
  return {
    vcpus: hundredths(rentable.vcpus / slots),
    memoryMib: Math.floor(rentable.memoryMib / slots),
  }
}

function leastVramMib(gpus: readonly Gpu[]): number | null {
  let least: number | null = null
  for (const { vram_mib: vramMib } of gpus) {
    if (vramMib === null) return null
    least = Math.min(least ?? vramMib, vramMib)
  }
  return least
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** Rounded down; the small addend keeps 0.29 × 100 = 28.999… from losing a hundredth. */
function hundredths(value: number): number {
  return Math.floor(value * 100 + 1e-6) / 100
}
