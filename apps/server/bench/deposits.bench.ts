import { readdir, readFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { systemClock } from '@gridloom/async/clock'
import { startTestCluster } from '@gridloom/testkit/cluster'
import { type DepositSite, startDepositSite } from '../test/deposit-site.ts'

const deposits = 10_000
const addresses = 1_000
/** Of one transaction, which takes 16 million of gas at most. */
const transfersMax = 400
/** Anvil's own limit is below what 10,000 transfers take. */
const blockGas = `0x${(5_000_000_000).toString(16)}`

type Transfers = 'exact' | 'check'

/**
 * Sends 10,000 deposits to 1,000 addresses of a local chain, in one block and in ten, and prints how many a second are
 * read, stored as seen, read again when final, and credited. PostgreSQL writes its disk at each commit. Other work on the
 * machine is in the rate; the processor time is of this process and PostgreSQL alone.
 */
async function main(): Promise<void> {
  await using cluster = await startTestCluster({ isDurable: true })
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
  for (const transfers of ['exact', 'check'] as const) {
    await using site = await startDepositSite({
      clusterUrl: cluster.url,
      tokens: async (on) => [{ address: await on.deployToken(), transfers }],
    })
    await site.chain.rpc('evm_setBlockGasLimit', [blockGas])
    const to = await Promise.all(Array.from({ length: addresses }, () => site.anAccount()))
    for (const blocks of [1, 10])
      await round(site, { blocks, transfers, to: to.map(({ address }) => address) })
    if (!(await site.isLedgerClean())) throw new Error('the ledger is wrong')
  }
}

interface Round {
  blocks: number
  transfers: Transfers
  to: readonly string[]
}

async function round(site: DepositSite, { blocks, transfers, to }: Round): Promise<void> {
  const before = await creditedOn(site)
  for (let block = 0; block < blocks; block++) {
    const all = Array.from({ length: deposits / blocks }, (_, i) => to[i % to.length] ?? '')
    await site.on.sendMany(site.token, chunksOf(all, transfersMax), 1_000_000n)
  }
  const cpuBeforeMs = await cpuMs()
  const seenMs = await timed(() => site.watch.turn())
  await site.on.mine(2)
  const creditedMs = await timed(() => site.watch.turn())
  const cpuUsedMs = (await cpuMs()) - cpuBeforeMs
  const credited = (await creditedOn(site)) - before
  if (credited !== deposits) throw new Error(`${credited} of ${deposits} were credited`)
  const rate = (ms: number) => Math.round((deposits / ms) * 1_000)
  say(
    `${transfers}, ${blocks} block${blocks === 1 ? '' : 's'}: ${rate(seenMs + creditedMs)}/s; ${rate(cpuUsedMs)} for a second of processor time; load ${loadavg()[0]?.toFixed(0)}`,
  )
}

/** The processor time of this process and its descendants, PostgreSQL among them, without the chain. */
async function cpuMs(): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map((pid) => processOf(Number(pid))))
  const all = new Map(found.flatMap((one) => (one === undefined ? [] : [[one.pid, one] as const])))
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (all.has(pid) && isOurs(all.get(pid)?.parent ?? 0))
  const counted = [...all.values()].filter(({ pid, name }) => name !== 'anvil' && isOurs(pid))
  return counted.reduce((sum, one) => sum + one.ms, 0)
}

/** Source: proc_pid_stat(5). `undefined`: it has ended meanwhile. */
async function processOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const end = text.lastIndexOf(')')
  const fields = text.slice(end + 2).split(' ')
  const ms = (Number(fields[11]) + Number(fields[12])) * 10
  return { pid, name: text.slice(text.indexOf('(') + 1, end), parent: Number(fields[1]), ms }
}

async function creditedOn(site: DepositSite): Promise<number> {
  return (await site.deposits()).filter(({ state }) => state === 'credited').length
}

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
    all.slice(i * size, (i + 1) * size),
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = systemClock.now().getTime()
  await work()
  return systemClock.now().getTime() - startedAt
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
