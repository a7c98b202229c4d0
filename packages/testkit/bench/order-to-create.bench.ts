import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Bench, spread } from './bench.ts'
import { startEngineProxy } from './engine-proxy.ts'
import { install } from './installation.ts'

const runs = 40
const warmUps = 3
const p95AtMostMs = 100

export const orderToCreate: Bench = {
  name: 'order-to-create',
  about: 'HTTP order sent → the call that creates the container reaches the engine',
  async run(say) {
    const socketPath = path.join(tmpdir(), `gridloom-bench-${process.pid}.sock`)
    await using proxy = await startEngineProxy(socketPath, '/var/run/docker.sock')
    await using installation = await install({ DOCKER_HOST: `unix://${socketPath}` })
    const { order, instanceOnce, destroy } = installation
    const tookMs: number[] = []
    for (let run = 1 - warmUps; run <= runs; run++) {
      const created = Promise.withResolvers<number>()
      const end = proxy.onCreate(() => created.resolve(performance.now()))
      const startedMs = performance.now()
      const { id } = await order()
      const ms = (await created.promise) - startedMs
      end()
      if (run >= 1) tookMs.push(ms)
      if (run % 10 === 0) say(`${run}: ${ms.toFixed(1)} ms`)
      await instanceOnce(id, ({ state }) => state === 'running')
      await destroy(id)
    }
    return {
      figures: spread('order to create call', tookMs, p95AtMostMs),
      notes: [`${runs} orders, the server's own answer included`],
    }
  },
}
