import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench, Figure } from './bench.ts'

const program = fileURLToPath(
  new URL('../../../apps/server/bench/affiliate-costs.bench.ts', import.meta.url),
)
const claimP95MaxMs = 200
const shown = [
  ['review', 'review of an affiliate', undefined],
  ['largest', 'review of one with 2,000 referrals', undefined],
  ['claim', 'claim of a mission in the tree', claimP95MaxMs],
] as const

/** The server's own bench, in a separate process. */
export const affiliateCosts: Bench = {
  name: 'affiliate-costs',
  about:
    'reviews of affiliates among 5,000 with 100,000 referrals and 1,000,000 clicks, and claims of missions in a tree of 10,000 accounts with 1,000,000 charges in 90 days',
  async run(say) {
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    await once(child, 'close')
    for (const line of text.trimEnd().split('\n')) say(line)
    return {
      figures: shown.flatMap(([key, what, atMost]) => figuresOf(text, { key, what, atMost })),
    }
  },
}

function figuresOf(
  text: string,
  { key, what, atMost }: { key: string; what: string; atMost: number | undefined },
): Figure[] {
  const [, p50, p95] =
    new RegExp(`^${key}: p50 ([\\d.]+) ms; p95 ([\\d.]+) ms`, 'm').exec(text) ?? []
  if (p50 === undefined || p95 === undefined) throw new Error(`no figures of ${key} in:\n${text}`)
  return [
    { what: `${what}, p50`, value: Number(p50), unit: 'ms' },
    {
      ...{ what: `${what}, p95`, value: Number(p95), unit: 'ms' },
      ...(atMost === undefined ? {} : { atMost }),
    },
  ]
}
