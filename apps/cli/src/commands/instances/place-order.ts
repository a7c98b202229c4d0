import { pause } from '@gridloom/async/pause'
import { NetworkError } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import { retryDelayMs } from '@gridloom/client/retry-delay'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Ctx } from '../../ctx.ts'

export type OrderBody = Parameters<Client['instances']['order']>[0]['body']

const triesMax = 3

/**
 * Places an order, and repeats it if the response was lost: with the same idempotency key the server returns the
 * instance of the first order, so it never creates two.
 */
export async function placeOrder(ctx: Ctx, body: OrderBody): Promise<Instance> {
  const headers = { 'idempotency-key': ctx.host.newKey() }
  for (let tries = 1; ; tries += 1) {
    try {
      const { instance } = await ctx.client.instances.order({ body, headers, signal: ctx.signal })
      return instance
    } catch (error) {
      if (!(error instanceof NetworkError) || tries >= triesMax) throw error
      await pause(ctx.host.clock, retryDelayMs(tries, ctx.host.random), ctx.signal)
    }
  }
}
