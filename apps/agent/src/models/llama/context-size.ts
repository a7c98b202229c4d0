import type { Model } from './binding.ts'

type SizedModel = Pick<Model, 'trainContextSize' | 'fileInsights'>

export interface ContextAsked {
  slots: number
  contextTokensMax: number | null
  /** What may be taken in all. */
  memoryBytes: number
}

/** Below this a chat is of no use. */
const contextTokensMin = 128
/** Of what is free, this much is left to the rest of the machine. */
const shareOfFree = 0.7

/**
 * How many tokens each answer may have: what was ordered and the model was trained on, halved until all slots fit into the
 * memory that is free. Throws where nothing fits.
 */
export async function contextSizeFor(model: SizedModel, asked: ContextAsked): Promise<number> {
  const { slots, contextTokensMax, memoryBytes } = asked
  let contextSize = Math.min(contextTokensMax ?? model.trainContextSize, model.trainContextSize)
  for (; contextSize >= contextTokensMin; contextSize = Math.floor(contextSize / 2)) {
    const needs = { contextSize, modelGpuLayers: 0, sequences: slots }
    const { cpuRam } = await model.fileInsights.estimateContextResourceRequirementsV2(needs)
    if (cpuRam <= memoryBytes * shareOfFree) return contextSize
  }
  const freeMib = Math.floor(memoryBytes / 1024 / 1024)
  throw new Error(
    `${freeMib} MiB of memory are free, which is too little for ${slots} answers at once.`,
  )
}
