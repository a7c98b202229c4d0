import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'

const program = fileURLToPath(
  new URL('../../../apps/server/bench/affiliate-clicks.bench.ts', import.meta.url),
)
const p95MaxMs = 5

/** The server's own bench, in a separate process. */
export const affiliateClicks: Bench = {
  name: 'affiliate-clicks',
  about:
    '100,000 clicks on referral links, eight at a time, each from the call of its verb to its answer after the commit; then the process is killed',
  async run(say) {
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    await once(child, 'close')
    for (const line of text.trimEnd().split('\n')) say(line)
    const clicks = text.match(/^clicks: p50 ([\d.]+) ms; p95 ([\d.]+) ms; .* (\d+)\/s; (\d+) lost/m)
    const killed = text.match(/^killed: (\d+) answered; (\d+) lost/m)
    if (clicks === null || killed === null) throw new Error(`no figures in:\n${text}`)
    const lost = Number(clicks[4]) + Number(killed[2])
    return {
      figures: [
        { what: 'a click, p50', value: Number(clicks[1]), unit: 'ms' },
        { what: 'a click, p95', value: Number(clicks[2]), unit: 'ms', atMost: p95MaxMs },
        { what: 'clicks', value: Number(clicks[3]), unit: '/s' },
        { what: 'clicks lost of those that were answered', value: lost, unit: 'points', atMost: 0 },
      ],
      notes: ['PostgreSQL writes its disk at each commit'],
    }
  },
}
