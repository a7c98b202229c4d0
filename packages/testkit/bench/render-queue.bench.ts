import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'

const program = fileURLToPath(
  new URL('../../../apps/server/bench/render-queue.bench.ts', import.meta.url),
)
const p95AtMostMs = 10

/** The server's own bench, in a separate process. */
export const renderQueue: Bench = {
  name: 'render-queue',
  about:
    'a claim of frames out of 100,000 that wait, with ten claimers side by side, in the server',
  async run(say) {
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    await once(child, 'close')
    const [, p50 = '', p95 = ''] = /p50 ([\d.]+) ms, p95 ([\d.]+) ms/.exec(text) ?? []
    if (p95 === '') throw new Error(`no figures in:\n${text}`)
    for (const line of text.trimEnd().split('\n')) say(line)
    return {
      figures: [
        { what: 'claim, p50', value: Number(p50), unit: 'ms' },
        { what: 'claim, p95', value: Number(p95), unit: 'ms', atMost: p95AtMostMs },
      ],
    }
  },
}
