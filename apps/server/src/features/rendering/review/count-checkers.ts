import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { Db } from '../../../platform/database/connect.ts'
import { blenderSettings } from '../dispatch/chunk-spec.ts'
import type { ChunkRow, JobRow, RenderMachineRow } from '../schema.ts'
import { comparabilityKeyFor, comparabilityKeyOf } from './comparability-key.ts'
import { rendersOnCpu } from './decide-canary.ts'
import { countComparable, type Producer } from './frame-parts-store.ts'
import { isEstablished } from './next-trust.ts'

type Checked = Pick<RenderMachineRow, 'account_id' | 'trust' | 'vouched' | 'capability'>

interface CheckerQuery {
  job: Pick<JobRow, 'account_id'>
  producer: Producer
  /** The chunk in which the picture was rendered. */
  chunk: Pick<ChunkRow, 'spec'>
  /** Accounts that cannot check it, beside the renter and the producer. */
  accountsNot?: readonly AccountId[]
  machinesNot?: readonly MachineId[]
}

/**
 * Counts machines that could check a picture now: of owners unrelated to its renter and its producer, and with at least
 * one established machine in the pair, because otherwise the two could vouch for each other.
 */
export async function countCheckers(
  db: Db,
  { job, producer, chunk, accountsNot = [], machinesNot = [] }: CheckerQuery,
): Promise<number> {
  const comparabilityKey = comparabilityKeyOf(chunk, producer.capability)
  if (comparabilityKey === null) return 0
  const parties = [job.account_id, producer.account_id, ...accountsNot]
  return countComparable(db, {
    comparabilityKey,
    accountsNot: parties,
    machinesNot,
    which: whichFor(producer),
  })
}

/** Counts machines that could check pictures from this machine's fastest device, for any renter. */
export async function countCheckersOf(db: Db, machine: Checked): Promise<number> {
  const { capability, account_id } = machine
  const [engine] = capability?.engines ?? []
  if (capability === null || engine === undefined) return 0
  const device = rendersOnCpu(capability) ? 'cpu' : 'gpu'
  const comparabilityKey = comparabilityKeyFor({ engine, denoise: false, device }, capability)
  if (comparabilityKey === null) return 0
  return countComparable(db, {
    comparabilityKey,
    accountsNot: [account_id],
    which: whichFor(machine),
  })
}

/**
 * Whether a machine may be given parts of frames: only if they can be checked, since no owner could judge and accept a
 * part.
 */
export async function mayTakeParts(
  db: Db,
  { job, machine }: { job: Pick<JobRow, 'account_id' | 'settings'>; machine: Checked },
): Promise<boolean> {
  const { capability, account_id, vouched } = machine
  if (vouched || account_id === job.account_id) return true
  if (capability === null) return false
  const comparabilityKey = comparabilityKeyFor(
    blenderSettings(job.settings, capability),
    capability,
  )
  if (comparabilityKey === null) return false
  const accountsNot = [job.account_id, account_id]
  return (
    (await countComparable(db, { comparabilityKey, accountsNot, which: whichFor(machine) })) > 0
  )
}

/**
 * Returns which machines may check a producer: one of the pair must be established, because otherwise the two could
 * vouch for each other.
 */
function whichFor(producer: Pick<Checked, 'trust' | 'vouched'>): 'any' | 'established' {
  return isEstablished(producer) ? 'any' : 'established'
}
