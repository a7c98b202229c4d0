import type { Model } from './binding.ts'
import { ModelUnusable } from './model-unusable.ts'

type SizedModel = Pick<Model, 'trainContextSize' | 'fileInsights'>

export interface ContextNeeds {
  slots: number
  contextTokensMax: number | null
  /** Free memory. */
  memoryBytes: number
}

/** A chat with less is useless. */
const contextTokensMin = 128
/** Share of the free memory that may be used; the rest is left to the machine. */
const shareOfFree = 0.7

/**
 * Returns the context size of each slot: what was ordered and the model was trained with, halved until all slots fit
 * into the free memory. Throws if nothing fits.
 */
export async function contextSizeFor(model: SizedModel, asked: ContextNeeds): Promise<number> {
  const { slots, contextTokensMax, memoryBytes } = asked
  let contextSize = Math.min(contextTokensMax ?? model.trainContextSize, model.trainContextSize)
  for (; contextSize >= contextTokensMin; contextSize = Math.floor(contextSize / 2)) {
    const needs = { contextSize, modelGpuLayers: 0, sequences: slots }
    const { cpuRam } = await model.fileInsights.estimateContextResourceRequirementsV2(needs)
    if (cpuRam <= memoryBytes * shareOfFree) return contextSize
  }
  const freeMib = Math.floor(memoryBytes / 1024 / 1024)
  throw new ModelUnusable(
    `${freeMib} MiB of free memory is not enough for ${slots} answers at once.`,
  )
}
