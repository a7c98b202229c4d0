import type { BlendFacts } from '@gridloom/contract/rendering/blend-facts'
import { openBlendBytes } from './container/open-blend-bytes.ts'
import { inspectBlend } from './inspect-blend.ts'
import type { ByteSource } from './source.ts'

export interface ReadOptions {
  /** Ends the reading; what it was aborted with is thrown. */
  readonly signal?: AbortSignal
}

/**
 * Tells what can be told of a .blend without Blender, holding no more of it than a slice.
 * Throws `SceneBroken` where it is none, or damaged.
 */
export async function readBlend(
  source: ByteSource,
  options: ReadOptions = {},
): Promise<BlendFacts> {
  await using bytes = await openBlendBytes(source)
  const { facts } = await inspectBlend(bytes, source.size, options.signal)
  return facts
}
