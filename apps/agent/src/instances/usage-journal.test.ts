import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClock } from '@gridloom/async/test-clock'
import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { usageStatement } from '@gridloom/contract/agent/usage'
import { describe, expect, it } from 'vitest'
import { anotherInstanceId, aReport, aSigner } from '../../test/builders.ts'
import { inspectUsageJournal } from './inspect-usage-journal.ts'
import { openUsageJournal } from './usage-journal.ts'
import { unreadableJournal, usageFile } from './usage-journal-file.ts'

describe('the usage journal', () => {
  it('has nothing while reports are sent', async () => {
    await using test = await setup()
    for (let passed = 0; passed < 300; passed += 5) {
      test.journal.reported()
      test.count(5)
      await test.clock.advance(5_000)
    }
    expect(test.journal.through()).toBeNull()
  })

  it('has signed counters every half minute once none are sent', async () => {
    await using test = await setup()
    for (let passed = 0; passed < 120; passed += 30) {
      test.count(30)
      await test.clock.advance(30_000)
    }
    const { entries } = test.journal.page(0)
    expect(entries.map(({ running_s }) => running_s)).toEqual([30, 60, 90, 120])
    expect(test.journal.through()).toBe(entries.at(-1)?.sequence)
    for (const { signature, ...entry } of entries)
      expect(signature).toBe(aSigner.sign(usageStatement(aSigner.machineId, entry)))
  })

  it('has no entry of an instance whose counters stand still', async () => {
    await using test = await setup()
    test.count(30)
    await test.clock.advance(300_000)
    expect(test.journal.page(0).entries).toHaveLength(1)
  })

  it('has entries of each instance, in order', async () => {
    await using test = await setup()
    test.reports.push(aReport({ instance_id: anotherInstanceId, running_s: 7 }))
    test.count(30)
    await test.clock.advance(30_000)
    const sequences = test.journal.page(0).entries.map(({ sequence }) => sequence)
    expect(sequences).toHaveLength(2)
    expect(sequences[1]).toBeGreaterThan(sequences[0] ?? 0)
    expect(test.journal.page(sequences[0] ?? 0).entries).toHaveLength(1)
  })

  it('is continued by the next agent, without a line that was torn', async () => {
    await using test = await setup()
    test.count(30)
    await test.clock.advance(30_000)
    await test.reopen(() => appendFile(join(test.dataDir, 'usage.ndjson'), '{"sequence":'))
    expect(test.journal.page(0).entries).toMatchObject([{ running_s: 30 }])
    test.count(30)
    await test.clock.advance(60_000)
    expect(test.journal.page(0).entries).toMatchObject([{ running_s: 30 }, { running_s: 60 }])
  })

  it('drops only the torn line, and neither the next entry nor a warning comes of it', async () => {
    await using test = await setup()
    test.count(30)
    await test.clock.advance(30_000)
    await test.reopen(() => appendFile(test.file, '{"sequence":'))
    test.count(30)
    await test.clock.advance(60_000)
    await test.reopen()
    expect(test.journal.page(0).entries).toMatchObject([{ running_s: 30 }, { running_s: 60 }])
    expect(test.warned).toEqual([])
    expect(await inspectUsageJournal(test.dataDir)).toMatchObject({ level: 'ok' })
  })

  it('is kept aside where a line cannot be read, goes on with the others, and the provider is told', async () => {
    await using test = await setup()
    for (const _ of [1, 2]) {
      test.count(30)
      await test.clock.advance(30_000)
    }
    let damaged = ''
    await test.reopen(async () => {
      damaged = (await readFile(test.file, 'utf8')).replace('running_s', 'r\u0000nning_s')
      await writeFile(test.file, damaged)
    })
    expect(test.journal.page(0).entries).toMatchObject([{ running_s: 60 }])
    expect(test.warned).toMatchObject([{ event: 'usage_journal.rejected', unreadableLines: 1 }])
    const kept = await unreadableJournal(test.dataDir)
    expect(kept?.at).toEqual(test.clock.now())
    expect(await readFile(kept?.file ?? '', 'utf8')).toBe(damaged)
    expect(await inspectUsageJournal(test.dataDir)).toMatchObject({ level: 'warn' })
    await test.reopen()
    expect(test.warned).toHaveLength(1)
  })

  it('is moved aside where it cannot be read at all', async () => {
    await using test = await setup()
    await test.reopen(() => mkdir(test.file))
    expect(test.warned).toMatchObject([{ event: 'usage_journal.rejected' }])
    expect(await unreadableJournal(test.dataDir)).toBeDefined()
    test.count(30)
    await test.clock.advance(30_000)
    await test.reopen()
    expect(test.journal.page(0).entries).toMatchObject([{ running_s: 30 }])
  })

  it('forgets the entries that were taken, also for the next agent', async () => {
    await using test = await setup()
    for (const _ of [1, 2]) {
      test.count(30)
      await test.clock.advance(30_000)
    }
    await test.journal.forget(test.journal.page(0).entries[0]?.sequence ?? 0)
    expect(test.journal.page(0).entries).toMatchObject([{ running_s: 60 }])
    await test.reopen()
    expect(test.journal.page(0).entries).toMatchObject([{ running_s: 60 }])
  })
})

async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-usage-'))
  const clock = createTestClock()
  const warned: object[] = []
  const reports: InstanceReport[] = [aReport({ running_s: 0, ready_s: 0 })]
  const open = () =>
    openUsageJournal({
      ...{ dataDir, clock, log: { warn: (facts: object) => void warned.push(facts) } },
      signer: aSigner,
      reports: () => reports,
    })
  let journal = await open()
  return {
    dataDir,
    file: usageFile(dataDir),
    warned,
    clock,
    reports,
    get journal() {
      return journal
    },
    count(seconds: number) {
      const [first = aReport()] = reports
      reports[0] = { ...first, running_s: (first.running_s ?? 0) + seconds }
    },
    async reopen(between: () => Promise<void> = async () => {}) {
      await journal[Symbol.asyncDispose]()
      await between()
      journal = await open()
    },
    [Symbol.asyncDispose]: async () => {
      await journal[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}
