import { type Bench, spread } from './bench.ts'
import { install } from './installation.ts'

const lines = 200
const p95AtMostMs = 250

export const lineToReader: Bench = {
  name: 'line-to-reader',
  about: 'a line leaves the container (the engine’s time stamp) → an event stream’s reader has it',
  async run() {
    await using installation = await install()
    const { renter, order, instanceOnce, destroy } = installation
    const { id } = await order({
      template: {
        image_path_with_tag: 'gridloom/base:latest',
        on_start_script: '(while :; do echo line; sleep 0.05; done) &',
      },
    })
    await instanceOnce(id, ({ ready }) => ready)
    const stop = new AbortController()
    const tookMs: number[] = []
    const query = { tail: 0 }
    for await (const { event, data } of renter.instances.followLogs({
      params: { id },
      query,
      signal: stop.signal,
    })) {
      if (event !== 'line') break
      tookMs.push(Date.now() - Date.parse(data.at))
      if (tookMs.length === lines) stop.abort()
    }
    await destroy(id)
    return {
      figures: spread('line to reader', tookMs, p95AtMostMs),
      notes: [`${tookMs.length} lines`],
    }
  },
}
