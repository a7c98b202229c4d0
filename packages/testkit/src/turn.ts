import { heartbeatMs } from '@gridloom/contract/core/constants'
import { type ChangeSignal, untilSatisfied } from './change-signal.ts'
import type { ProductMachine } from './product-machine.ts'
import type { ProductServer } from './product-server.ts'
import type { TurnableClock } from './turnable-clock.ts'

interface Turned {
  clock: TurnableClock | undefined
  server: ProductServer
  news: ChangeSignal
  machines: readonly ProductMachine[]
}

/**
 * Turns the clock in steps of a heartbeat. After each it waits for a heartbeat of every machine that is on, so that
 * none goes offline unintentionally.
 */
export async function turnAtHeartbeats(turned: Turned, ms: number): Promise<void> {
  const { clock } = turned
  if (clock === undefined) throw new Error('only a product on the fake clock can be turned')
  const on = turned.machines.filter(({ isOn }) => isOn)
  await connected(turned, on)
  for (let leftMs = ms; leftMs > 0; leftMs -= heartbeatMs) {
    clock.turn(Math.min(leftMs, heartbeatMs))
    if (leftMs >= heartbeatMs) await untilHeartbeats(turned, on, clock.now())
  }
}

async function connected(
  { server, news }: Turned,
  machines: readonly ProductMachine[],
): Promise<void> {
  await untilSatisfied(news, {
    read: async () => machines.filter(({ id }) => !server.container.agents.connected(id)),
    satisfies: (missing) => missing.length === 0,
  })
}

async function untilHeartbeats(
  { server, news }: Turned,
  machines: readonly ProductMachine[],
  since: Date,
): Promise<void> {
  await untilSatisfied(news, {
    read: async () => machines.map(({ id }) => server.heartbeatAt(id)),
    satisfies: (times) => times.every((at) => at !== undefined && at >= since),
    withinMs: 10_000,
  })
}
