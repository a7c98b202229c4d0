import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { countStatement } from '@gridloom/contract/agent/usage'
import { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type {
  ReceiptCount,
  ReceiptEntry,
  ReceiptHead,
  ReceiptProof,
} from '@gridloom/contract/receipts/signed-receipt'
import { chargeBetween } from '@gridloom/domain/money'
import { appendRecord, emptyChain, type NewRecord } from '@gridloom/domain/receipts/append-record'
import { merkleTree } from '@gridloom/domain/receipts/merkle-tree'
import { hashDay, hashHead } from '@gridloom/domain/receipts/receipt-hashes'
import { noHash } from '@gridloom/domain/trust/evidence-chain'

const instanceId = InstanceId.parse('ins_00000000000000000000000001')
const machineId = MachineId.parse('mch_00000000000000000000000001')
const beganMs = Date.parse('2026-01-01T00:00:00.000Z')
const microUsdPerHour = 360_000
const sha256 = (text: string) => hash('sha256', text)

/** A signed receipt with the key of its installation. */
export interface SignedReceipt {
  readonly entries: readonly ReceiptEntry[]
  readonly key: string
}

/** Makes the receipt of an instance that ran for so many minutes, with keys of its own; its last record is published. */
export function aSignedReceipt(minutes: number): SignedReceipt {
  const installation = aSigner()
  const machine = aSigner()
  let chain = emptyChain(instanceId, machineId)
  const records: ReceiptEntry[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    const next = appendRecord(chain, aMinute(minute, machine), sha256)
    chain = next.chain
    records.push(next.record)
  }
  const unsigned: Omit<ReceiptHead, 'type' | 'signature'> = {
    ...{ version: 1, instance_id: instanceId, machine_id: machineId },
    ...{ number: chain.last_number, hash: chain.last_hash },
    ...{ micro_usd: chain.micro_usd, credited_micro_usd: 0, final: true },
    ...{ at: new Date(beganMs + minutes * 60_000).toISOString(), key: installation.key },
  }
  const signature = installation.sign(hashHead(unsigned))
  const head: ReceiptHead = { type: 'head', ...unsigned, signature }
  const leaf = { subject_id: instanceId, number: minutes, hash: chain.last_hash }
  return { entries: [head, ...records, aDay(leaf, installation)], key: installation.key }
}

/** The lines of a receipt, as they are downloaded. */
export function receiptText({ entries }: Pick<SignedReceipt, 'entries'>): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

function aMinute(minute: number, machine: Signer): NewRecord {
  const untilS = (minute + 1) * 60
  return {
    kind: 'running',
    key: `${instanceId}:running:${minute * 60}`,
    from: new Date(beganMs + minute * 60_000).toISOString(),
    to: new Date(beganMs + untilS * 1_000).toISOString(),
    seconds: 60,
    micro_usd_per_hour: microUsdPerHour,
    micro_usd: chargeBetween(microUsdPerHour, minute * 60, untilS),
    count: aCount(untilS, machine),
  }
}

function aCount(running_s: number, machine: Signer): ReceiptCount {
  const at_ms = beganMs + running_s * 1_000
  const count = { at_ms, ready_s: running_s, running_s, stopped_s: 0 }
  const statement = countStatement(machineId, { instance_id: instanceId, ...count })
  return { ...count, machine_key: machine.key, signature: machine.sign(statement) }
}

function aDay(
  leaf: { subject_id: string; number: number; hash: string },
  installation: Signer,
): ReceiptProof {
  const { root } = merkleTree([leaf], sha256)
  const day = { day: '2026-12-31', leaves: 1, root, previous: noHash }
  const dayHash = hashDay(day)
  return {
    ...{ type: 'day', ...day, hash: dayHash, signature: installation.sign(dayHash) },
    ...{ index: 0, path: [] },
  }
}

type Signer = ReturnType<typeof aSigner>

function aSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    key: publicKey.export({ format: 'jwk' }).x ?? '',
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}
