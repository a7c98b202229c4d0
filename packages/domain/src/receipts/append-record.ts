import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { ReceiptRecord } from '@gridloom/contract/receipts/signed-receipt'
import { noHash } from '../trust/evidence-chain.ts'
import { type HashText, hashRecord, hashText } from './receipt-hashes.ts'

/** The end of an instance's chain of records, and what it adds up to. */
export interface ReceiptChain {
  readonly instance_id: InstanceId
  readonly machine_id: MachineId
  readonly last_number: number
  readonly last_hash: string
  readonly running_s: number
  readonly stopped_s: number
  readonly micro_usd: MicroUsd
  readonly credited_micro_usd: MicroUsd
}

/** What a record says, before its place in the chain. */
export type NewRecord = Omit<ReceiptRecord, 'type' | 'number' | 'from_s' | 'previous' | 'hash'>

export function emptyChain(instance_id: InstanceId, machine_id: MachineId): ReceiptChain {
  return {
    ...{ instance_id, machine_id, last_number: 0, last_hash: noHash },
    ...{ running_s: 0, stopped_s: 0, micro_usd: 0, credited_micro_usd: 0 },
  }
}

/** Returns the record with its place at the end of a chain, and the chain that ends with it. */
export function appendRecord(
  chain: ReceiptChain,
  added: NewRecord,
  hash: HashText = hashText,
): { record: ReceiptRecord; chain: ReceiptChain } {
  const placed = {
    ...added,
    number: chain.last_number + 1,
    from_s: { running: chain.running_s, stopped_disk: chain.stopped_s, credit: 0 }[added.kind],
    previous: chain.last_hash,
  }
  const recordHash = hashRecord(placed, chain, hash)
  const charged = added.kind === 'credit' ? 0 : added.micro_usd
  return {
    record: { type: 'record', ...placed, hash: recordHash },
    chain: {
      ...chain,
      last_number: placed.number,
      last_hash: recordHash,
      running_s: chain.running_s + (added.kind === 'running' ? added.seconds : 0),
      stopped_s: chain.stopped_s + (added.kind === 'stopped_disk' ? added.seconds : 0),
      micro_usd: chain.micro_usd + charged,
      credited_micro_usd: chain.credited_micro_usd + added.micro_usd - charged,
    },
  }
}
