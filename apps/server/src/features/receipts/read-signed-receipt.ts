import type { InstanceId } from '@gridloom/contract/core/ids'
import type {
  ReceiptHead,
  ReceiptProof,
  ReceiptRecord,
} from '@gridloom/contract/receipts/signed-receipt'
import { emptyChain } from '@gridloom/domain/receipts/append-record'
import { hashHead } from '@gridloom/domain/receipts/receipt-hashes'
import { accountOf } from '../../platform/ctx.ts'
import type { Download } from '../../platform/http/routes.ts'
import { findInstance, type InstanceRow, isSettled, noSuchInstance } from '../instances/index.ts'
import type { SignedReceiptsCtx } from './ctx.ts'
import { type DayOfInstance, selectDaysOf } from './days-store.ts'
import { jsonLine } from './json-line.ts'
import { selectChains, selectRecords } from './receipts-store.ts'
import { recordCharges } from './record-charges.ts'

const pageMax = 500

/**
 * Returns the signed receipt of an instance as JSON Lines, to its renter and to the provider of its machine. Records are
 * read in pages while they are sent. @throws {Refused} not_found
 */
export async function readSignedReceipt(ctx: SignedReceiptsCtx, id: InstanceId): Promise<Download> {
  const row = await involvedInstance(ctx, id)
  // In this order: after a settled instance nothing is charged that has no record.
  const final = await isSettled(ctx.db, row)
  await recordCharges(ctx, id)
  const head = await headOf(ctx, row, final)
  return {
    fileName: `receipt-${id}.jsonl`,
    contentType: 'application/x-ndjson; charset=utf-8',
    pieces: linesOf(ctx, head),
  }
}

async function involvedInstance(ctx: SignedReceiptsCtx, id: InstanceId): Promise<InstanceRow> {
  const { accountId } = accountOf(ctx)
  const row = await findInstance(ctx.db, id)
  if (row?.account_id !== accountId && row?.provider_account_id !== accountId)
    throw noSuchInstance()
  return row
}

async function headOf(
  ctx: SignedReceiptsCtx,
  row: InstanceRow,
  final: boolean,
): Promise<ReceiptHead> {
  const chain =
    (await selectChains(ctx.db, [row.id])).get(row.id) ?? emptyChain(row.id, row.machine_id)
  const unsigned = {
    version: 1 as const,
    instance_id: chain.instance_id,
    machine_id: chain.machine_id,
    number: chain.last_number,
    hash: chain.last_hash,
    micro_usd: chain.micro_usd,
    credited_micro_usd: chain.credited_micro_usd,
    final,
    at: ctx.clock.now().toISOString(),
    key: ctx.evidenceSigner.publicKey,
  }
  const signature = ctx.evidenceSigner.sign(hashHead(unsigned))
  return { type: 'head', ...unsigned, signature }
}

async function* linesOf(ctx: SignedReceiptsCtx, head: ReceiptHead): AsyncIterable<string> {
  yield jsonLine(head)
  const days = await selectDaysOf(ctx.db, head.instance_id, head.number)
  const dayAt = new Map(days.map((day) => [day.number, day]))
  for (let after = 0; after < head.number; ) {
    ctx.signal.throwIfAborted()
    const records = await selectRecords(ctx.db, head.instance_id, {
      ...{ after, upTo: head.number, limit: pageMax },
    })
    if (records.length === 0) return
    yield records.map((record) => linesOfRecord(record, dayAt.get(record.number))).join('')
    after += records.length
  }
}

function linesOfRecord(record: ReceiptRecord, day: DayOfInstance | undefined): string {
  if (day === undefined) return jsonLine(record)
  const { number: _number, ...published } = day
  const proof: ReceiptProof = { type: 'day', ...published }
  return jsonLine(record) + jsonLine(proof)
}
