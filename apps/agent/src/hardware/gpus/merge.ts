import type { Gpu } from '@gridloom/contract/machines/hardware'

/**
 * Merges the GPUs of several sources, best first: a GPU that an earlier source has (by id or PCI address) is not taken
 * from a later one. Indexes of the first source stay; later GPUs get the next free ones.
 */
export function mergeGpus(sources: readonly (readonly Gpu[])[]): Gpu[] {
  const merged: Gpu[] = []
  for (const source of sources) {
    for (const gpu of source) {
      if (merged.some((known) => isSameCard(known, gpu))) continue
      const taken = merged.some(({ index }) => index === gpu.index)
      merged.push(taken ? { ...gpu, index: nextIndex(merged) } : gpu)
    }
  }
  return merged
}

function isSameCard(one: Gpu, other: Gpu): boolean {
  if (one.uuid === other.uuid) return true
  return one.pci_address !== null && one.pci_address === other.pci_address
}

function nextIndex(gpus: readonly Gpu[]): number {
  return Math.max(...gpus.map(({ index }) => index)) + 1
}
