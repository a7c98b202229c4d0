import { z } from 'zod'
import { ChannelFailed } from '../driver.ts'
import { cleanName } from '../outgoing/clean-text.ts'
import { jsonOf } from '../outgoing/read-answer.ts'

const text = z.string().optional().catch(undefined)
const Explained = z.object({
  ...{ detail: text, message: text, title: text },
  error: z.object({ message: text }).optional().catch(undefined),
  json: z
    .object({ errors: z.array(z.array(z.unknown())) })
    .optional()
    .catch(undefined),
})

/** What a platform did not do, with its own reason in one bounded line where it gives one. */
export function refused(name: string, body: Buffer): ChannelFailed {
  const answer = Explained.safeParse(jsonOf(body)).data
  const inList = answer?.json?.errors[0]?.[1]
  const reason =
    answer?.detail ??
    answer?.error?.message ??
    answer?.message ??
    (inList === undefined ? answer?.title : String(inList))
  const said = cleanName(reason, '')
  return new ChannelFailed('refused', said === '' ? `${name} refused it.` : `${name}: ${said}`)
}
