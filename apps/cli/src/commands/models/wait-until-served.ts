import { pause } from '@gridloom/async/pause'
import { NetworkError } from '@gridloom/client/api-error'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import type { Ctx } from '../../ctx.ts'
import { FailedError, WaitedTooLongError } from '../../errors.ts'
import { serveText } from '../../output/model-table.ts'

/** Long enough to fetch a large model over a slow connection. */
const waitLimitMs = 6 * 3_600_000
const lookEveryMs = 500
const missedLooksMax = 20

/**
 * Polls the endpoints of a machine until it serves this one; prints each step. Ctrl-C leaves it running.
 * Rejects with FailedError when it cannot, and with WaitedTooLongError after six hours.
 */
export async function waitUntilServed(ctx: Ctx, first: ModelEndpoint): Promise<ModelEndpoint> {
  const endMs = ctx.host.nowMs() + waitLimitMs
  let endpoint = first
  let missedLooks = 0
  while (endpoint.state !== 'serving') {
    if (endpoint.state === 'failed') throw new FailedError(await whyFailed(ctx, endpoint))
    ctx.output.progress(serveText(endpoint))
    if (ctx.host.nowMs() > endMs) throw new WaitedTooLongError(whyNot(endpoint))
    await pause(ctx.host.clock, lookEveryMs, ctx.signal)
    ctx.signal.throwIfAborted()
    const seen = await look(ctx, endpoint)
    missedLooks = seen ? 0 : missedLooks + 1
    if (missedLooks > missedLooksMax) throw new NetworkError('unreachable')
    endpoint = seen ?? endpoint
  }
  return endpoint
}

/** The endpoint now; undefined if the server could not be reached this time. @throws FailedError when it is gone */
async function look(ctx: Ctx, { id, machine_id }: ModelEndpoint) {
  try {
    const params = { id: machine_id }
    const served = await ctx.client.models.listServed({ params, signal: ctx.signal })
    const now = served.find((endpoint) => endpoint.id === id)
    if (now === undefined) throw new FailedError('Serving was stopped by another request.')
    return now
  } catch (error) {
    if (error instanceof NetworkError) return undefined
    throw error
  }
}

/** The reason, with the fix if its machine cannot run llama.cpp. */
async function whyFailed(ctx: Ctx, endpoint: ModelEndpoint): Promise<string> {
  if (endpoint.engine !== 'llama') return whyNot(endpoint)
  const params = { id: endpoint.machine_id }
  const { llama_missing } = await ctx.client.models.readEngines({ params, signal: ctx.signal })
  return whyNot({ ...endpoint, problem: llama_missing ?? endpoint.problem })
}

function whyNot({ model_id, machine_name, state, problem }: ModelEndpoint): string {
  return `${machine_name} does not serve ${model_id}: ${problem ?? state}`
}
