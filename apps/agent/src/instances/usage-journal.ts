import { appendFile } from 'node:fs/promises'
import type { Clock } from '@gridloom/async/clock'
import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { type UsageEntry, type UsagePage, usageStatement } from '@gridloom/contract/agent/usage'
import { agentLimits } from '@gridloom/contract/core/agent-limits'
import { writeWhole } from '../host/files.ts'
import type { Log } from '../host/log.ts'
import type { Signer } from '../workload.ts'
import { linesOf, readJournal, usageFile } from './usage-journal-file.ts'

/** Without a report for this long, the control plane cannot be reached. */
const silentAfterMs = 25_000
const writeEveryMs = 30_000
/** Ten megabytes: a day of 14 instances. Beyond it every second entry is deleted: counters only ever grow. */
const entriesMax = 40_000

/**
 * The usage journal of this machine: while it cannot report, it writes down what each instance has been counted for, so
 * that the time is not lost. Entries are signed, as money is moved for them.
 */
export interface UsageJournal {
  /** Notes that the counters were reported just now. */
  reported(): void
  /** The last entry; `null`: there is none. */
  through(): number | null
  page(after: number): UsagePage
  /** Deletes entries up to this one. */
  forget(through: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface UsageJournalOptions {
  dataDir: string
  clock: Clock
  log: Pick<Log, 'warn'>
  signer: Signer
  reports(): readonly InstanceReport[]
}

/** Reads the journal of an earlier agent and continues it. */
export async function openUsageJournal(options: UsageJournalOptions): Promise<UsageJournal> {
  const { clock, log, signer } = options
  const file = usageFile(options.dataDir)
  let entries = await readJournal({ file, clock, log })
  let lastReportMs = clock.monotonicMs()
  let writing: Promise<void> = Promise.resolve()
  const counted = new Map(entries.map((entry) => [entry.instance_id, countersOf(entry)]))

  /** Runs one write after the other. A failure leaves the entries in memory. */
  function write(work: () => Promise<void>): Promise<void> {
    writing = writing
      .then(work)
      .catch((cause: unknown) =>
        log.warn(
          { event: 'usage_journal.write_failed', err: cause },
          'the usage journal could not be written',
        ),
      )
    return writing
  }

  function entryOf(report: InstanceReport): UsageEntry {
    const at_ms = clock.now().getTime()
    const unsigned = {
      // The time, so that numbers grow even when the file was lost.
      sequence: Math.max(at_ms, (entries.at(-1)?.sequence ?? 0) + 1),
      instance_id: report.instance_id,
      at_ms,
      ready_s: report.ready_s,
      running_s: report.running_s ?? report.ready_s,
      stopped_s: report.stopped_s,
    }
    return { ...unsigned, signature: signer.sign(usageStatement(signer.machineId, unsigned)) }
  }

  function record(): void {
    if (clock.monotonicMs() - lastReportMs < silentAfterMs) return
    const added: UsageEntry[] = []
    for (const report of options.reports()) {
      const entry = entryOf(report)
      if (counted.get(entry.instance_id) === countersOf(entry)) continue
      counted.set(entry.instance_id, countersOf(entry))
      entries.push(entry)
      added.push(entry)
    }
    if (added.length === 0) return
    if (entries.length > entriesMax) {
      entries = entries.filter((_, at) => at % 2 === 1)
      void write(() => writeWhole(file, linesOf(entries), 0o600))
    } else void write(() => append(file, added))
  }

  const stop = clock.every(writeEveryMs, record)
  return {
    reported: () => {
      lastReportMs = clock.monotonicMs()
    },
    through: () => entries.at(-1)?.sequence ?? null,
    page: (after) => ({
      now_ms: clock.now().getTime(),
      entries: entries
        .filter(({ sequence }) => sequence > after)
        .slice(0, agentLimits.usageEntries),
    }),
    forget: (through) => {
      entries = entries.filter(({ sequence }) => sequence > through)
      return write(() => writeWhole(file, linesOf(entries), 0o600))
    },
    [Symbol.asyncDispose]: () => {
      stop()
      return writing
    },
  }
}

function append(file: string, entries: readonly UsageEntry[]): Promise<void> {
  return appendFile(file, linesOf(entries), { mode: 0o600, flush: true })
}

function countersOf({ running_s, stopped_s }: UsageEntry): string {
  return `${running_s} ${stopped_s}`
}
