import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'

const program = fileURLToPath(
  new URL('../../../apps/server/bench/offer-search.bench.ts', import.meta.url),
)
const p95AtMostMs = 20

/** The server's own bench, in a separate process. */
export const offerSearch: Bench = {
  name: 'offer-search',
  about: 'a search over 100,000 offers with six filters and a sort, in the server',
  async run(say) {
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    await once(child, 'close')
    const [, p50 = '', p95 = ''] = /p50 ([\d.]+) ms, p95 ([\d.]+) ms/.exec(text) ?? []
    if (p95 === '') throw new Error(`no figures in:\n${text}`)
    // After the first empty line come query plans, which matter only when the bench runs alone.
    for (const line of text.split('\n\n')[0]?.split('\n') ?? []) say(line)
    return {
      figures: [
        { what: 'search, p50', value: Number(p50), unit: 'ms' },
        { what: 'search, p95', value: Number(p95), unit: 'ms', atMost: p95AtMostMs },
      ],
      notes: ['the plan of the query is in docs/offer-search.md'],
    }
  },
}
