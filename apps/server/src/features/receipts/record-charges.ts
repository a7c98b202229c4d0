import { nextTurn } from '@gridloom/async/next-turn'
import { countStatement } from '@gridloom/contract/agent/usage'
import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { MachineCount, ReceiptCount } from '@gridloom/contract/receipts/signed-receipt'
import {
  appendRecord,
  emptyChain,
  type NewRecord,
  type ReceiptChain,
} from '@gridloom/domain/receipts/append-record'
import type { Db } from '../../platform/database/connect.ts'
import { findAgentKey, isSignedBy } from '../agents/index.ts'
import { findInstances, type InstanceRow } from '../instances/index.ts'
import { readIntervals, readPaidCredits } from '../ledger/index.ts'
import type { SignedReceiptsCtx } from './ctx.ts'
import {
  type DueRecord,
  deleteDue,
  hasDue,
  insertRecords,
  lockRecords,
  putChains,
  type StoredRecord,
  selectChains,
  selectDue,
} from './receipts-store.ts'

type RecordCtx = Pick<SignedReceiptsCtx, 'db' | 'clock' | 'transact'>

const atOnce = 500
/** Signatures that are verified at a time: some ten milliseconds, in which nothing else runs. */
const verifiedAtOnce = 100

/**
 * Adds every interval and credit that has no record yet to the chain of its instance, of one instance or of all. Run it
 * every few seconds, on any number of replicas: they wait for each other.
 */
export async function recordCharges(ctx: RecordCtx, instanceId?: InstanceId): Promise<void> {
  while (await hasDue(ctx.db, instanceId)) await recordSome(ctx, instanceId)
}

async function recordSome(ctx: RecordCtx, instanceId: InstanceId | undefined): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockRecords(tx)
    const due = await selectDue(tx.db, { instanceId, limit: atOnce })
    if (due.length === 0) return
    const ids = [...new Set(due.map(({ instance_id }) => instance_id))]
    const instances = await findInstances(tx.db, ids)
    const chains = await selectChains(tx.db, ids)
    const contents = await contentsOf(tx.db, due, instances)
    const added = appendAll({ due, instances, chains, contents })
    await insertRecords(tx, added, ctx.clock.now())
    await putChains(tx, [...chains.values()])
    await deleteDue(tx, due)
  })
}

interface Appending {
  due: readonly DueRecord[]
  instances: ReadonlyMap<InstanceId, InstanceRow>
  /** Moved to their new ends. */
  chains: Map<InstanceId, ReceiptChain>
  contents: ReadonlyMap<string, NewRecord>
}

function appendAll({ due, instances, chains, contents }: Appending): StoredRecord[] {
  return due.map(({ instance_id: instanceId, key }) => {
    const instance = instances.get(instanceId)
    const content = contents.get(key)
    if (instance === undefined || content === undefined)
      throw new RangeError(`the charge ${key} of ${instanceId} has no interval or credit`)
    const begun = chains.get(instanceId) ?? emptyChain(instanceId, instance.machine_id)
    const { record, chain } = appendRecord(begun, content)
    chains.set(instanceId, chain)
    return { instanceId, record }
  })
}

/** Returns what the records say, by key. */
async function contentsOf(
  db: Db,
  due: readonly DueRecord[],
  instances: ReadonlyMap<InstanceId, InstanceRow>,
): Promise<Map<string, NewRecord>> {
  const keysOf = (wanted: DueRecord['kind']) =>
    due.filter(({ kind }) => kind === wanted).map(({ key }) => key)
  const contents = new Map<string, NewRecord>()
  const keys = await machineKeys(db, instances)
  for (const [at, { counted, instance_id, ...interval }] of (
    await readIntervals(db, keysOf('interval'))
  ).entries()) {
    const machineId = instances.get(instance_id)?.machine_id
    const publicKey = machineId === undefined ? undefined : keys.get(machineId)
    const count =
      counted === null || machineId === undefined || publicKey === undefined
        ? null
        : genuineCount(counted, { machineId, publicKey, instanceId: instance_id })
    contents.set(interval.key, { ...interval, count })
    if (at % verifiedAtOnce === verifiedAtOnce - 1) await nextTurn()
  }
  for (const { id, at, microUsd } of await readPaidCredits(db, keysOf('credit')))
    contents.set(id, {
      ...{ kind: 'credit', key: id, from: at.toISOString(), to: at.toISOString() },
      ...{ seconds: 0, micro_usd_per_hour: 0, micro_usd: microUsd, count: null },
    })
  return contents
}

async function machineKeys(
  db: Db,
  instances: ReadonlyMap<InstanceId, InstanceRow>,
): Promise<Map<MachineId, string>> {
  const keys = new Map<MachineId, string>()
  for (const id of new Set([...instances.values()].map(({ machine_id }) => machine_id))) {
    const key = await findAgentKey(db, id)
    if (key !== undefined) keys.set(id, key)
  }
  return keys
}

/** Returns the count with its key; `null` if this machine did not sign it: a receipt with it would not hold. */
function genuineCount(
  { signature, ...count }: MachineCount,
  {
    machineId,
    publicKey,
    instanceId,
  }: { machineId: MachineId; publicKey: string; instanceId: InstanceId },
): ReceiptCount | null {
  const statement = countStatement(machineId, { instance_id: instanceId, ...count })
  if (!isSignedBy({ publicKey, statement, signature })) return null
  return { ...count, machine_key: publicKey, signature }
}
