import { generateKeyPairSync, sign } from 'node:crypto'
import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { countStatement } from '@gridloom/contract/agent/usage'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { ReceiptEntry } from '@gridloom/contract/receipts/signed-receipt'
import { checkReceipt, type ReceiptSummary } from '@gridloom/domain/receipts/check-receipt'
import { describe, expect, it } from 'vitest'
import { aHello } from '../../../test/messages.ts'
import { withReputation } from '../../../test/reputation.ts'
import { isSignedBy, registerKey } from '../agents/index.ts'
import { destroyInstance } from '../instances/destroy-instance.ts'
import { readInstanceReceipt } from '../instances/read-instance-receipt.ts'
import { stopInstance } from '../instances/stop-instance.ts'
import type { SignedReceiptsCtx } from './ctx.ts'
import { selectDays } from './days-store.ts'
import { publishDays } from './publish-days.ts'
import { readSignedReceipt } from './read-signed-receipt.ts'
import { hasDue } from './receipts-store.ts'
import { recordCharges } from './record-charges.ts'

describe('a signed receipt', () => {
  it('proves all that an instance was charged to its renter and to its provider', async () => {
    await using site = await withReceipts()
    const { id, up } = await site.rented(150)
    await stopInstance(site.renter, id)
    const stopped = await site.pass(120, { ...up, phase: 'stopped', ready: false })
    await destroyInstance(site.renter, id)
    await site.count({ ...stopped, phase: 'destroyed', observed_generation: 3 })
    const summary = await site.checked(id)
    const { total_micro_usd: total } = await readInstanceReceipt(site.renter, id)
    expect(summary.head).toMatchObject({ micro_usd: total, final: true, credited_micro_usd: 0 })
    expect(summary.charged.running).toBeGreaterThanOrEqual(150)
    expect(summary.charged.stopped).toBeGreaterThan(100)
    expect(summary).toMatchObject({ uncounted: 0, machineKeys: [site.machineKey] })
    const provider = await site.checked(id, site.ctxOf(site.provider))
    expect(provider.head.hash).toBe(summary.head.hash)
  })

  it('is empty before the first charge, and unknown to strangers', async () => {
    await using site = await withReceipts()
    const { id } = await site.order()
    expect(await site.checked(id)).toMatchObject({ records: 0, head: { final: false } })
    const stranger = site.ctxOf(site.someone())
    await expect(readSignedReceipt(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
    const missing = site.system.ids.mint('instance')
    await expect(readSignedReceipt(stranger, missing)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('shows credits, also those that are paid later', async () => {
    await using site = await withReceipts()
    const { id, up } = await site.rented(300)
    await site.checked(id)
    await site.fallSilent()
    await site.clock.advance(269_000)
    await site.say(aHello({ instances: [site.signed(up)] }))
    await site.deliver()
    const { head } = await site.checked(id)
    expect(head.credited_micro_usd).toBe(299_000)
  })

  it('covers the seconds before an agent lost its counters', async () => {
    await using site = await withReceipts()
    const { id, up } = await site.rented(150)
    await site.pass(90, { ...up, ready_s: 0, running_s: 0 })
    const summary = await site.checked(id)
    expect(summary.charged.running).toBeGreaterThan(200)
    expect(summary.uncounted).toBe(0)
  })

  it('leaves out counts that the machine did not sign, and says how many seconds that are', async () => {
    await using site = await withReceipts()
    const { id, up } = await site.rented(70)
    const forged = (report: InstanceReport) => ({
      ...report,
      count: { at_ms: 1, signature: 'x'.repeat(86) },
    })
    await site.pass(70, up, forged)
    const summary = await site.checked(id)
    expect(summary.uncounted).toBeGreaterThanOrEqual(60)
    expect(summary.charged.running).toBeGreaterThanOrEqual(120)
  })
})

it('each charge is recorded once, by replicas at once and after one died in the midst', async () => {
  await using site = await withReceipts()
  const { id } = await site.rented(300)
  const dying: SignedReceiptsCtx = {
    ...site.ctx,
    transact: (work) =>
      site.ctx.transact(async (tx) => {
        await work(tx)
        throw new Error('killed')
      }),
  }
  await expect(recordCharges(dying)).rejects.toThrow('killed')
  expect(await hasDue(site.db)).toBe(true)
  await Promise.all([1, 2, 3].map(() => recordCharges(site.ctx)))
  expect(await hasDue(site.db)).toBe(false)
  const { lines } = await readInstanceReceipt(site.renter, id)
  expect((await site.checked(id)).records).toBe(lines.length)
})

it('each full day is published once, and receipts prove that they are in it', async () => {
  await using site = await withReceipts()
  const { id, up } = await site.rented(150)
  await recordCharges(site.ctx)
  await publishDays(site.ctx)
  expect(await selectDays(site.db, { limit: 9 })).toEqual([])

  await site.clock.advance(86_400_000)
  await Promise.all([publishDays(site.ctx), publishDays(site.ctx)])
  const [first] = await selectDays(site.db, { limit: 9 })
  // The instance, and the statements of its renter and its provider.
  expect(first).toMatchObject({ leaves: 3, previous: '0'.repeat(64) })
  await site.say(aHello({ instances: [site.signed(up)] }))
  await site.pass(150, up)
  await recordCharges(site.ctx)
  await site.clock.advance(2 * 86_400_000)
  await publishDays(site.ctx)
  const days = await selectDays(site.db, { limit: 9 })
  expect(days.map(({ previous }) => previous)).toEqual([first?.hash, '0'.repeat(64)])
  expect((await site.checked(id)).days.map(({ hash }) => hash)).toEqual(
    days.map(({ hash }) => hash).reverse(),
  )
})

/** A market whose machine signs what it counts. */
async function withReceipts() {
  const site = await withReputation()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const machineKey = publicKey.export({ format: 'jwk' }).x ?? ''
  await site.system.transact((tx) =>
    registerKey(tx, { machineId: site.machineId, publicKey: machineKey }),
  )

  function signed(report: InstanceReport): InstanceReport {
    const at_ms = site.clock.now().getTime()
    const { instance_id, ready_s, stopped_s } = report
    const running_s = report.running_s ?? ready_s
    const count = { instance_id, at_ms, ready_s, running_s, stopped_s }
    const statement = countStatement(site.machineId, count)
    const signature = sign(null, Buffer.from(statement), privateKey).toString('base64url')
    return { ...report, running_s, count: { at_ms, signature } }
  }

  async function pass(seconds: number, said: InstanceReport, sealed = signed) {
    let report = said
    for (let passed = 0; passed < seconds; passed += 5) {
      await site.clock.advance(5_000)
      const ready_s = report.ready_s + (report.ready ? 5 : 0)
      const stopped_s = report.stopped_s + (report.phase === 'stopped' ? 5 : 0)
      report = { ...report, ready_s, running_s: ready_s, stopped_s }
      await site.heartbeat([sealed(report)])
    }
    return report
  }

  return {
    ...site,
    machineKey,
    signed,
    pass,
    count: (report: InstanceReport) => site.heartbeat([signed(report)]),
    /** An instance that has run for so long, and its last report. */
    async rented(seconds: number): Promise<{ id: InstanceId; up: InstanceReport }> {
      const id = await site.running()
      const up = await pass(seconds, site.report(id, { ready: true }))
      return { id, up }
    },
    /** Checks the receipt with public keys alone. */
    async checked(id: InstanceId, as: SignedReceiptsCtx = site.ctxOf(site.renter)) {
      const { pieces } = await readSignedReceipt(as, id)
      const key = site.ctx.evidenceSigner.publicKey
      const check = checkReceipt({
        key,
        isSigned: (publicKey, statement, signature) =>
          isSignedBy({ publicKey, statement, signature }),
      })
      let text = ''
      for await (const piece of pieces) text += piece
      for (const line of text.trimEnd().split('\n')) check.add(ReceiptEntry.parse(JSON.parse(line)))
      return check.end() satisfies ReceiptSummary
    },
  }
}
