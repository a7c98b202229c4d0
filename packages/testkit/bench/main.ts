import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { affiliateClicks } from './affiliate-clicks.bench.ts'
import { affiliateCosts } from './affiliate-costs.bench.ts'
import type { Bench, Figure, Findings } from './bench.ts'
import { chatFrames } from './chat-frames.bench.ts'
import { clusters } from './clusters.bench.ts'
import { coldStart } from './cold-start.bench.ts'
import { deposits } from './deposits.bench.ts'
import { fraudSimulation } from './fraud-simulation.bench.ts'
import { gateway } from './gateway.bench.ts'
import { idleMemory } from './idle-memory.bench.ts'
import { lineToReader } from './line-to-reader.bench.ts'
import { machineWords } from './machine-words.ts'
import { offerSearch } from './offer-search.bench.ts'
import { orderToCreate } from './order-to-create.bench.ts'
import { orderToShell } from './order-to-shell.bench.ts'
import { pages } from './pages.bench.ts'
import { ports } from './ports.bench.ts'
import { receipts } from './receipts.bench.ts'
import { render } from './render.bench.ts'
import { renderQueue } from './render-queue.bench.ts'
import { isMissed, reportText, tableOf } from './report.ts'
import { sceneFacts } from './scene-facts.bench.ts'
import { snapshots } from './snapshots.bench.ts'
import { ssh } from './ssh.bench.ts'
import { sshEndToEnd } from './ssh-end-to-end.bench.ts'
import { stall } from './stall.bench.ts'
import { openStreams } from './streams.bench.ts'
import { userDetails } from './user-details.ts'

const all: readonly Bench[] = [
  orderToShell,
  orderToCreate,
  offerSearch,
  renderQueue,
  render,
  sceneFacts,
  gateway,
  openStreams,
  chatFrames,
  userDetails,
  stall,
  lineToReader,
  idleMemory,
  coldStart,
  pages,
  ports,
  ssh,
  sshEndToEnd,
  snapshots,
  clusters,
  receipts,
  deposits,
  affiliateClicks,
  affiliateCosts,
  fraudSimulation,
]
const reportFile = fileURLToPath(new URL('../../../docs/bench.md', import.meta.url))

process.exitCode = await (process.send === undefined ? main : runAlone)(process.argv.slice(2))

/** Runs the named benches, or all; only a run of all writes docs/bench.md. Resolves with 1 when a promise is missed. */
async function main(names: readonly string[]): Promise<number> {
  const strange = names.filter((name) => !all.some((bench) => bench.name === name))
  if (strange.length > 0) {
    const known = all.map(({ name }) => name).join(', ')
    process.stderr.write(`There is no bench ${strange.join(', ')}. There are: ${known}\n`)
    return 2
  }
  const machine = await machineWords()
  process.stdout.write(`${machine}\n`)
  const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name))
  const results: { bench: Bench; findings: Findings }[] = []
  for (const bench of chosen) {
    process.stdout.write(`\n${bench.name}: ${bench.about}\n`)
    const findings = await findingsOf(bench)
    process.stdout.write(`${tableOf(findings.figures)}\n`)
    results.push({ bench, findings })
  }
  const date = new Date().toISOString().slice(0, 10)
  if (names.length === 0) await writeFile(reportFile, reportText({ machine, date, results }))
  const figures: Figure[] = results.flatMap(({ findings }) => findings.figures)
  return figures.some(isMissed) ? 1 : 0
}

/** Runs each bench in a process of its own, so that none is affected by memory that another used. */
async function findingsOf(bench: Bench): Promise<Findings> {
  const alone = fork(fileURLToPath(import.meta.url), [bench.name])
  const reported: Findings[] = []
  alone.on('message', (findings) => reported.push(asFindings(findings)))
  const [code] = await once(alone, 'exit')
  const [findings] = reported
  if (findings === undefined) throw new Error(`${bench.name} ended with ${code} and found nothing`)
  return findings
}

/** Runs in the process of one bench, and sends its findings to the parent. */
async function runAlone([name]: readonly string[]): Promise<number> {
  const bench = all.find((one) => one.name === name)
  const findings = await bench?.run((line) => process.stderr.write(`  ${line}\n`))
  process.send?.(findings)
  process.disconnect()
  return 0
}

/** Named cast: {@link runAlone} in this file sent it. */
function asFindings(message: unknown): Findings {
  return message as Findings
}
