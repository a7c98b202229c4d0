import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { FigureKind } from '@gridloom/contract/reputation/evidence'

/** A figure of the hardware that is lower than it was. */
export interface Reduction {
  kind: FigureKind
  advertised: number
  measured: number
}

/** Memory that a kernel or a graphics card takes differs between starts; less than this share of it is no reduction. */
const memoryShare = 0.05

/** Returns what of a machine's hardware its agent reports less of than before. Pure. */
export function hardwareReductions(before: Hardware, after: Hardware): Reduction[] {
  const figures: Reduction[] = [
    { kind: 'cpu_threads', advertised: before.cpu_threads, measured: after.cpu_threads },
    { kind: 'memory_mib', advertised: before.memory_mib, measured: after.memory_mib },
    { kind: 'gpus', advertised: before.gpus.length, measured: after.gpus.length },
    { kind: 'vram_mib', advertised: vramOf(before), measured: vramOf(after) },
  ]
  return figures.filter(({ kind, advertised, measured }) => {
    const tolerated = kind === 'memory_mib' || kind === 'vram_mib' ? memoryShare : 0
    return measured < advertised * (1 - tolerated)
  })
}

function vramOf({ gpus }: Hardware): number {
  return gpus.reduce((sum, { vram_mib }) => sum + (vram_mib ?? 0), 0)
}
