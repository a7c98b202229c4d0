import { RenderProblemCode } from '@gridloom/contract/rendering/frame'
import { z } from 'zod'
import { jsonOf } from '../../json-of.ts'

/** The descriptor that `worker.py` writes pictures to: the sandbox has no writable file of the machine. */
export const pictureFd = 4

/** The answer of `worker.py` to an order. */
export const Answer = z.discriminatedUnion('event', [
  z.object({ event: z.literal('opened') }),
  /** A picture of this many bytes follows at {@link pictureFd}; none if it is larger than allowed. */
  z.object({ event: z.literal('done'), seconds: z.number().min(0), bytes: z.int().min(0) }),
  z.object({ event: z.literal('failed'), code: RenderProblemCode.nullable(), text: z.string() }),
])
export type Answer = z.infer<typeof Answer>

/** Returns the answer in a line; `undefined` for Blender's own output. Only our script has the marker. */
export function readBlenderAnswer(line: string, marker: string): Answer | undefined {
  if (!line.startsWith(`${marker} `)) return undefined
  // A line that a crash truncated is no answer; the end of the process reports the crash.
  const parsed = Answer.safeParse(jsonOf(line.slice(marker.length + 1)))
  return parsed.success ? parsed.data : undefined
}
