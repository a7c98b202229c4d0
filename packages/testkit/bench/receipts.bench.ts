import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { aSignedReceipt, receiptText } from '../src/signed-receipt.ts'
import { type Bench, percentile } from './bench.ts'

const run = promisify(execFile)
const gridloom = fileURLToPath(new URL('../../../script/gridloom', import.meta.url))
const intervals = 100_000
const rounds = 7

export const receipts: Bench = {
  name: 'receipts',
  about:
    'gridloom receipt verify, from its start to its end, with a receipt of 100,000 intervals: 69 days by the minute',
  async run(say) {
    const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-receipts-'))
    try {
      const { entries, key } = aSignedReceipt(intervals)
      const text = receiptText({ entries })
      const file = path.join(folder, 'receipt.jsonl')
      await writeFile(file, text)
      say(`${(text.length / 2 ** 20).toFixed(0)} MiB`)
      await run(gridloom, ['receipt', 'verify', file, '--key', key])
      const took: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const startedMs = performance.now()
        await run(gridloom, ['receipt', 'verify', file, '--key', key])
        took.push(performance.now() - startedMs)
      }
      return {
        figures: [
          {
            what: '100,000 intervals, p50',
            value: percentile(took, 0.5),
            unit: 'ms',
            atMost: 2_000,
          },
          { what: '100,000 intervals, slowest', value: Math.max(...took), unit: 'ms' },
        ],
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
