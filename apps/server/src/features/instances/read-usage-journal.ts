import { nextTurn } from '@gridloom/async/next-turn'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { type UsageEntry, usageStatement } from '@gridloom/contract/agent/usage'
import { agentLimits } from '@gridloom/contract/core/agent-limits'
import type { MachineId } from '@gridloom/contract/core/ids'
import { findAgentKey, isSignedBy } from '../agents/index.ts'
import type { InstancesCtx } from './ctx.ts'
import type { UsageJournal } from './instance-gap.ts'

const timeoutMs = 10_000
/** Pages of one journal: 20,000 entries, a day of seven instances. */
const pagesMax = 10
/** Signatures that are verified at a time: some ten milliseconds, in which nothing else runs. */
const verifiedAtOnce = 100

export const emptyJournal: UsageJournal = { entries: new Map(), clockAheadMs: 0 }

/**
 * Reads what a machine counted while it could not report. Entries without a valid signature of its key are left out. A
 * journal that cannot be read is empty: its counters alone are charged then.
 */
export async function readUsageJournal(
  ctx: InstancesCtx,
  machineId: MachineId,
): Promise<UsageJournal> {
  const publicKey = await findAgentKey(ctx.db, machineId)
  if (publicKey === undefined) return emptyJournal
  try {
    const { entries, clockAheadMs } = await readPages(ctx, machineId)
    const genuine = await genuineOf(entries, { machineId, publicKey })
    return { entries: Map.groupBy(genuine, (entry) => entry.instance_id), clockAheadMs }
  } catch (error) {
    ctx.log.warn(
      { event: 'usage_journal.read_failed', err: error, machine: machineId },
      'the usage journal of a machine could not be read',
    )
    return emptyJournal
  }
}

/** Returns the entries that this machine has signed. */
async function genuineOf(
  entries: readonly UsageEntry[],
  { machineId, publicKey }: { machineId: MachineId; publicKey: string },
): Promise<UsageEntry[]> {
  const genuine: UsageEntry[] = []
  for (let from = 0; from < entries.length; from += verifiedAtOnce) {
    for (const { signature, ...entry } of entries.slice(from, from + verifiedAtOnce)) {
      const statement = usageStatement(machineId, entry)
      if (isSignedBy({ publicKey, statement, signature })) genuine.push({ ...entry, signature })
    }
    await nextTurn()
  }
  return genuine
}

async function readPages(ctx: InstancesCtx, machineId: MachineId) {
  const entries: UsageEntry[] = []
  let clockAheadMs = 0
  for (let page = 0; page < pagesMax; page += 1) {
    const read = await ctx.agents.call(machineId, instanceCalls.readUsage, {
      query: { after: entries.at(-1)?.sequence ?? 0 },
      signal: ctx.clock.timeout(timeoutMs),
      timeoutMs,
    })
    clockAheadMs = ctx.clock.now().getTime() - read.now_ms
    entries.push(...read.entries)
    if (read.entries.length < agentLimits.usageEntries) break
  }
  return { entries, clockAheadMs }
}

/** Lets a machine delete the entries that were read; without an answer it keeps them, and they are read again. */
export async function forgetUsageJournal(
  ctx: InstancesCtx,
  machineId: MachineId,
  through: number,
): Promise<void> {
  const signal = ctx.clock.timeout(timeoutMs)
  try {
    const body = { through }
    await ctx.agents.call(machineId, instanceCalls.forgetUsage, { body, signal, timeoutMs })
  } catch (error) {
    ctx.log.warn(
      { event: 'usage_journal.delete_failed', err: error, machine: machineId },
      'the usage journal of a machine could not be deleted',
    )
  }
}
