import { RenderProblemCode } from '@gridloom/contract/rendering/frame'
import { z } from 'zod'
import { jsonOf } from '../../json-of.ts'

/** The descriptor that `worker.py` writes pictures to: nothing of the machine's is writable in the sandbox. */
export const pictureFd = 4

/** What `worker.py` answers to an order. */
export const Answer = z.discriminatedUnion('event', [
  z.object({ event: z.literal('opened') }),
  /** A picture of so many bytes follows, at {@link pictureFd}; none where it is larger than was allowed. */
  z.object({ event: z.literal('done'), seconds: z.number().min(0), bytes: z.int().min(0) }),
  z.object({ event: z.literal('failed'), code: RenderProblemCode.nullable(), text: z.string() }),
])
export type Answer = z.infer<typeof Answer>

/** The answer in a line, or `undefined` where it is Blender's own talk. Only our script knows the marker. */
export function readAnswer(line: string, marker: string): Answer | undefined {
  if (!line.startsWith(`${marker} `)) return undefined
  // What a crash cut off is no answer; the end of the process reports it.
  const parsed = Answer.safeParse(jsonOf(line.slice(marker.length + 1)))
  return parsed.success ? parsed.data : undefined
}
