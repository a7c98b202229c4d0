import type {
  ReceiptDay,
  ReceiptHead,
  ReceiptRecord,
} from '@gridloom/contract/receipts/signed-receipt'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 of a text, in lower-case hexadecimal. Callers with many texts pass a faster one. */
export type HashText = (text: string) => string

export const hashText: HashText = (text) => bytesToHex(sha256(utf8ToBytes(text)))

/**
 * The hash of a record: over one line of JSON that names the format, the instance and every field in a fixed order. A
 * changed, missing or added field changes it, and with it every later hash of the instance.
 */
export function hashRecord(
  record: Omit<ReceiptRecord, 'type' | 'hash'>,
  { instance_id, machine_id }: Pick<ReceiptHead, 'instance_id' | 'machine_id'>,
  hash: HashText = hashText,
): string {
  const { count } = record
  return hash(
    JSON.stringify([
      'gridloom-receipt-record-1',
      ...[instance_id, machine_id, record.number, record.kind, record.key],
      ...[record.from, record.to, record.from_s, record.seconds],
      ...[record.micro_usd_per_hour, record.micro_usd],
      count === null
        ? null
        : [
            ...[count.at_ms, count.ready_s, count.running_s, count.stopped_s],
            ...[count.machine_key, count.signature],
          ],
      record.previous,
    ]),
  )
}

/** What the installation signs of the begin of a receipt. */
export function hashHead(
  head: Omit<ReceiptHead, 'type' | 'signature'>,
  hash: HashText = hashText,
): string {
  return hash(
    JSON.stringify([
      'gridloom-receipt-head-1',
      ...[head.version, head.instance_id, head.machine_id, head.number, head.hash],
      ...[head.micro_usd, head.credited_micro_usd, head.final, head.at, head.key],
    ]),
  )
}

/** The hash of a day, which the installation signs. */
export function hashDay(
  { day, leaves, root, previous }: Pick<ReceiptDay, 'day' | 'leaves' | 'root' | 'previous'>,
  hash: HashText = hashText,
): string {
  return hash(JSON.stringify(['gridloom-receipt-day-1', day, leaves, root, previous]))
}
