import type { Client } from '@gridloom/client/calls'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'

interface JobCondition {
  satisfies: (job: RenderJob) => boolean
  withinMs: number
}

/** Follows a job's own stream until it satisfies. @throws Error with its last state when it does not in time */
export async function jobOnce(
  client: Client,
  id: RenderJobId,
  { satisfies, withinMs }: JobCondition,
): Promise<RenderJob> {
  const signal = AbortSignal.timeout(withinMs)
  let last = (await client.rendering.read({ params: { id } })).job
  if (satisfies(last)) return last
  for await (const { event, data } of client.rendering.follow({ params: { id }, signal })) {
    if (event !== 'job') continue
    last = data
    if (satisfies(last)) return last
  }
  throw new Error(`not within ${withinMs} ms; the job was last ${JSON.stringify(last)}`)
}
