import type { Gpu } from '@gridloom/contract/machines/hardware'

/** The use of a GPU that decides whether it can be measured. */
export type GpuState = Pick<Gpu, 'uuid' | 'utilization_percent' | 'memory_used_mib'>

const utilizationMaxPercent = 10
/** A display, or a renter's process that only began, has less; a model or a scene has more. */
const memoryMaxMib = 1_024
/** Other processes began meanwhile where the memory in use grew by more. */
const memoryGrowthMaxMib = 128

/**
 * Whether something uses a GPU: a measurement would slow it down and be slowed down by it. A GPU whose tool does not
 * say what is used counts as in use. Pure.
 */
export function isInUse({ utilization_percent: percent, memory_used_mib: mib }: GpuState): boolean {
  if (mib === null) return true
  return mib > memoryMaxMib || (percent !== null && percent > utilizationMaxPercent)
}

/** Whether something began to use a GPU while it was measured. Its load then is our own, so memory decides. Pure. */
export function wasDisturbed(before: GpuState, after: GpuState | undefined): boolean {
  if (after?.memory_used_mib == null || before.memory_used_mib === null) return true
  return after.memory_used_mib > before.memory_used_mib + memoryGrowthMaxMib
}
