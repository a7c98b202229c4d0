import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench, Figure } from './bench.ts'

const program = fileURLToPath(
  new URL('../../../apps/server/bench/deposits.bench.ts', import.meta.url),
)
const perSecondAtLeast = 1_000

/** The server's own bench, in a separate process. */
export const deposits: Bench = {
  name: 'deposits',
  about:
    '10,000 deposits to 1,000 addresses of a local chain: blocks are read, deposits stored, read again when final, and credited',
  async run(say) {
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    await once(child, 'close')
    for (const line of text.trimEnd().split('\n')) say(line)
    const found = [...text.matchAll(/^(\w+), (\d+ blocks?): (\d+)\/s; (\d+) for/gm)]
    if (found.length === 0) throw new Error(`no figures in:\n${text}`)
    return {
      figures: found.flatMap(([, transfers = '', blocks = '', rate, cpuRate]): Figure[] => {
        const what = `${wordsFor(transfers)}, in ${blocks}`
        return [
          { what, value: Number(rate), unit: '/s', atLeast: perSecondAtLeast },
          { what: `${what}: for a second of processor time`, value: Number(cpuRate), unit: '/s' },
        ]
      }),
      notes: [
        'PostgreSQL writes its disk at each commit; the processor time is of server and PostgreSQL, without the chain',
      ],
    }
  },
}

function wordsFor(transfers: string): string {
  return transfers === 'exact' ? 'logs believed' : 'balances compared'
}
