import { RenderProblemCode } from '@gridloom/contract/rendering'
import { z } from 'zod'

/** What `worker.py` answers to an order. */
export const Answer = z.discriminatedUnion('event', [
  z.object({ event: z.literal('opened') }),
  z.object({ event: z.literal('done'), seconds: z.number().min(0) }),
  z.object({ event: z.literal('failed'), code: RenderProblemCode.nullable(), text: z.string() }),
])
export type Answer = z.infer<typeof Answer>

/** The answer in a line, or `undefined` where it is Blender's own talk. Only our script knows the marker. */
export function readAnswer(line: string, marker: string): Answer | undefined {
  if (!line.startsWith(`${marker} `)) return undefined
  const parsed = Answer.safeParse(parseOrNothing(line.slice(marker.length + 1)))
  return parsed.success ? parsed.data : undefined
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE a line that was cut by a crash is no answer, and the crash is told by the process's end
    return undefined
  }
}
