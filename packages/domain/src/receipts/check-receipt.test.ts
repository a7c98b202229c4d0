import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { countStatement } from '@gridloom/contract/agent/usage'
import { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import {
  type ReceiptCount,
  ReceiptEntry,
  type ReceiptHead,
  type ReceiptProof,
  type ReceiptRecord,
} from '@gridloom/contract/receipts/signed-receipt'
import { describe, expect, it } from 'vitest'
import { chargeBetween } from '../money.ts'
import { noHash } from '../trust/evidence-chain.ts'
import { appendRecord, emptyChain, type NewRecord, type ReceiptChain } from './append-record.ts'
import { ReceiptProblem } from './check-day.ts'
import { checkReceipt, type ReceiptSummary } from './check-receipt.ts'
import { merkleTree } from './merkle-tree.ts'
import { hashDay, hashHead } from './receipt-hashes.ts'

const instanceId = InstanceId.parse('ins_00000000000000000000000001')
const machineId = MachineId.parse('mch_00000000000000000000000001')
const installation = aSigner()
const machine = aSigner()
const beganMs = Date.parse('2026-11-27T10:00:00.000Z')
const perHour = 3_600_000

describe('the check of a signed receipt', () => {
  it('finds nothing wrong with a whole one, and shows what it adds up to', () => {
    const summary = checked(aReceipt())
    expect(summary).toMatchObject({
      records: 6,
      charged: { running: 240, stopped: 60 },
      counted: { running: 250, stopped: 60 },
      uncounted: 0,
      machineKeys: [machine.key],
      head: { micro_usd: 300_000, credited_micro_usd: 1_000 },
    })
    expect(summary.days.map(({ day }) => day)).toEqual(['2026-11-27'])
    expect(checked(aReceipt(0)).records).toBe(0)
  })

  it('finds every changed byte', () => {
    const text = aReceipt()
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join('')
    for (let at = 0; at < text.length; at += 1) {
      const byte = text.charCodeAt(at)
      const changed = text.slice(0, at) + String.fromCharCode(byte ^ 1) + text.slice(at + 1)
      expect(() => checked(entriesOf(changed)), `byte ${at}`).toThrow()
    }
  })

  it('finds a missing, a doubled and a moved record, and an early end', () => {
    const receipt = aReceipt()
    const at = (number: number) =>
      receipt.findIndex((one) => one.type === 'record' && one.number === number)
    expect(problem(receipt.toSpliced(at(3), 1))).toBe('Record 3 is missing.')
    expect(problem(receipt.toSpliced(at(3), 0, receipt[at(3)] as ReceiptEntry))).toBe(
      'Record 3 is there twice.',
    )
    expect(problem(receipt.slice(0, at(5)))).toBe('The receipt ends at record 4, not at record 6.')
    expect(problem(receipt.slice(1))).toMatch('does not begin')
    expect(problem([])).toBe('The receipt is empty.')
  })

  it('finds what the installation itself has signed wrongly', () => {
    const minute = anInterval(0)
    const charges = (...records: NewRecord[]) => problem(signed(chainOf(records)))
    expect(charges(minute, { ...minute, key: 'again' })).toMatch('overlaps')
    expect(charges({ ...minute, micro_usd: minute.micro_usd + 1 })).toMatch('more than its seconds')
    expect(charges({ ...minute, seconds: 61, micro_usd: 1, count: aCount(61) })).toMatch(
      'than passed',
    )
    const short = { ...minute, count: aCount(59) }
    expect(charges(short)).toMatch('than the machine counted')
    const skipped = chainOf([minute])
    const behind = { ...skipped.chain, running_s: 30 }
    const next = appendRecord(behind, anInterval(1))
    expect(
      problem(signed({ chain: next.chain, records: [...skipped.records, next.record] })),
    ).toMatch('charged already, or leaves some out')
  })

  it('finds a count that the machine did not sign, also one inside an hour if another follows a fall', () => {
    const forged = { ...aCount(60), signature: aSigner().sign('something else') }
    expect(problem(signed(chainOf([{ ...anInterval(0), count: forged }])))).toMatch(
      'wrong signature of the machine',
    )
    const before = { ...aCount(120), signature: forged.signature }
    const counts = [aCount(60), before, aCount(0)]
    const records = counts.map((count, at) => ({ ...anInterval(at), count }))
    expect(problem(signed(chainOf(records)))).toMatch('wrong signature of the machine')
  })

  it('knows what a machine counted before it lost its counters', () => {
    const counts = [aCount(60), aCount(120), aCount(0), aCount(60)]
    const records = counts.map((count, at) =>
      at === 2
        ? { ...anInterval(at), seconds: 0, micro_usd: 0, count }
        : { ...anInterval(at), count },
    )
    const placed = records.map((record, at) =>
      at === 3 ? { ...record, micro_usd: chargeBetween(perHour, 120, 180) } : record,
    )
    expect(checked(signed(chainOf(placed)))).toMatchObject({ counted: { running: 180 } })
  })

  it('says how many seconds no signature of the machine covers', () => {
    const records = [anInterval(0), { ...anInterval(1), count: null }]
    expect(checked(signed(chainOf(records)))).toMatchObject({ uncounted: 60 })
  })

  it('needs the key of the installation that is known', () => {
    expect(() => checked(aReceipt(), aSigner().key)).toThrow('another key')
  })

  it('verifies a month of minutes with two signatures an hour at most', () => {
    const records = Array.from({ length: 600 }, (_, at) => anInterval(at))
    expect(checked(signed(chainOf(records))).verified).toBeLessThanOrEqual(1 + 11 + 1)
  })
})

function checked(entries: readonly ReceiptEntry[], key?: string): ReceiptSummary {
  const check = checkReceipt({ isSigned, key })
  for (const entry of entries) check.add(entry)
  return check.end()
}

function problem(entries: readonly ReceiptEntry[]): string {
  try {
    checked(entries)
  } catch (error) {
    if (error instanceof ReceiptProblem) return error.message
    throw error
  }
  return 'none'
}

/** Reads lines as the command line does: each in the one spelling that it has. */
function entriesOf(text: string): ReceiptEntry[] {
  if (!text.endsWith('\n')) throw new Error('cut off')
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const entry = ReceiptEntry.parse(JSON.parse(line))
      if (JSON.stringify(entry) !== line) throw new Error('another spelling')
      return entry
    })
}

/** Four minutes of running, one stopped, and a credit; published on its day. */
function aReceipt(length = 6): ReceiptEntry[] {
  const stopped: NewRecord = {
    ...{ ...anInterval(4), kind: 'stopped_disk', key: 'stopped' },
    ...{ micro_usd: chargeBetween(perHour, 0, 60), count: aCount(250, 60) },
  }
  const at = new Date(beganMs + 600_000).toISOString()
  const credit: NewRecord = {
    ...{ kind: 'credit', key: 'txn', from: at, to: at, seconds: 0, micro_usd_per_hour: 0 },
    ...{ micro_usd: 1_000, count: null },
  }
  const all = [...[0, 1, 2, 3].map(anInterval), stopped, credit]
  const { chain, records } = chainOf(all.slice(0, length))
  if (records.length === 0) return signed({ chain, records })
  const others = Array.from({ length: 4 }, (_, n) => ({
    ...{ subject_id: `other${n}`, number: 1, hash: noHash },
  }))
  const leaf = { subject_id: instanceId, number: records.length, hash: chain.last_hash }
  const leaves = [...others, leaf]
  const { root, paths } = merkleTree(leaves)
  const day = { day: '2026-11-27', leaves: leaves.length, root, previous: noHash }
  const hash = hashDay(day)
  const proof: ReceiptProof = {
    ...day,
    ...{
      hash,
      signature: installation.sign(hash),
      type: 'day',
      index: 4,
      path: [...(paths[4] ?? [])],
    },
  }
  return [...signed({ chain, records }), ReceiptEntry.parse(proof)]
}

function anInterval(minute: number): NewRecord {
  return {
    kind: 'running',
    key: `minute ${minute}`,
    from: new Date(beganMs + minute * 60_000).toISOString(),
    to: new Date(beganMs + (minute + 1) * 60_000).toISOString(),
    seconds: 60,
    micro_usd_per_hour: perHour,
    micro_usd: chargeBetween(perHour, minute * 60, (minute + 1) * 60),
    count: aCount((minute + 1) * 60),
  }
}

function aCount(running_s: number, stopped_s = 0): ReceiptCount {
  const count = { at_ms: beganMs + running_s * 1_000, ready_s: running_s, running_s, stopped_s }
  const statement = countStatement(machineId, { instance_id: instanceId, ...count })
  return { ...count, machine_key: machine.key, signature: machine.sign(statement) }
}

interface Chained {
  chain: ReceiptChain
  records: ReceiptRecord[]
}

function chainOf(added: readonly NewRecord[]): Chained {
  let chain = emptyChain(instanceId, machineId)
  const records: ReceiptRecord[] = []
  for (const one of added) {
    const next = appendRecord(chain, one)
    chain = next.chain
    records.push(next.record)
  }
  return { chain, records }
}

function signed({ chain, records }: Chained): ReceiptEntry[] {
  const unsigned: Omit<ReceiptHead, 'type' | 'signature'> = {
    version: 1,
    instance_id: instanceId,
    machine_id: machineId,
    number: chain.last_number,
    hash: chain.last_hash,
    micro_usd: chain.micro_usd,
    credited_micro_usd: chain.credited_micro_usd,
    final: true,
    at: '2026-11-28T10:00:00.000Z',
    key: installation.key,
  }
  const head = { ...unsigned, type: 'head', signature: installation.sign(hashHead(unsigned)) }
  return [head, ...records].map((entry) => ReceiptEntry.parse(entry))
}

function aSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    key: publicKey.export({ format: 'jwk' }).x ?? '',
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
    publicKey,
  }
}

function isSigned(key: string, text: string, signature: string): boolean {
  const known: Record<string, KeyObject> = {
    [installation.key]: installation.publicKey,
    [machine.key]: machine.publicKey,
  }
  const publicKey = known[key]
  const bytes = Buffer.from(signature, 'base64url')
  if (publicKey === undefined || bytes.toString('base64url') !== signature) return false
  return verify(null, Buffer.from(text), publicKey, bytes)
}
