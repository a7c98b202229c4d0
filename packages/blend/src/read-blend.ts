import type { BlendFacts } from '@gridloom/contract/rendering/blend-facts'
import { openBlendBytes } from './container/open-blend-bytes.ts'
import { inspectBlend } from './inspect-blend.ts'
import type { ByteSource } from './source.ts'

export interface ReadOptions {
  /** Aborts the reading; its reason is thrown. */
  readonly signal?: AbortSignal
}

/**
 * Reads the facts of a .blend without Blender, holding no more of it than a slice.
 * Throws `SceneBroken` if it is not one, or damaged.
 */
export async function readBlend(
  source: ByteSource,
  options: ReadOptions = {},
): Promise<BlendFacts> {
  await using bytes = await openBlendBytes(source)
  const { facts } = await inspectBlend(bytes, source.size, options.signal)
  return facts
}
