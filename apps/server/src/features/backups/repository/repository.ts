import { createHash } from 'node:crypto'
import { quotas } from '@gridloom/contract/core/constants'
import type { AccountId, BackupPlanId, BackupRunId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { findStorage, meterStorage } from '../../storage/index.ts'
import type { BackupsCtx } from '../ctx.ts'
import { findPlan } from '../plans-store.ts'
import { holdsLease } from '../runs-store.ts'
import { storedBackups } from '../stored-backups.ts'
import {
  type ObjectAddress,
  type ObjectKind,
  objectBytesMax,
  objectsMax,
} from './object-address.ts'
import {
  countObjects,
  deleteObject,
  findObject,
  keepObject,
  listLeftObjects,
  listObjects,
  loseObject,
  planObject,
} from './objects-store.ts'

/** The file does not have the hash that its name is. */
export class WrongHash extends Error {
  override readonly name = 'WrongHash'
}

/** A file has more bytes than one of its kind may have. */
export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge'
}

/** The repository of one plan: its files in the store of large files, their names and sizes in the database. */
export interface Repository {
  size(object: ObjectAddress): Promise<number | undefined>
  /** Lists the files of a kind by name, a thousand at a time. */
  list(kind: ObjectKind): AsyncIterable<{ name: string; size: number }[]>
  read(object: ObjectAddress, range: { start: number; end?: number }): AsyncIterable<Uint8Array>
  /**
   * Stores a file whose name is its hash; one that is there already stays. A reader sees it whole or not at all.
   * @throws WrongHash; ObjectTooLarge; Refused `storage_full`, also beyond the account's quota; `state_conflict` once the run has ended
   */
  put(object: ObjectAddress, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  remove(object: ObjectAddress): Promise<void>
  /** Removes what killed processes left. Nothing else may use the repository meanwhile. */
  tidy(): Promise<void>
}

export type RepositoryCtx = Pick<Ctx, 'clock' | 'db' | 'transact'> &
  Pick<BackupsCtx, 'files' | 'backupMicroUsdPerGbMonth'>

const bytesPerGb = 1_000_000_000

interface RepositoryOf {
  accountId: AccountId
  planId: BackupPlanId
  /** The run that writes: once it is cancelled or given up, what its program still sends is refused. */
  run: { id: BackupRunId; lease: string }
}

export function openRepository(
  ctx: RepositoryCtx,
  { accountId, planId, run }: RepositoryOf,
): Repository {
  const keyOf = ({ kind, name }: ObjectAddress) =>
    `${repositoryPrefix({ accountId, planId })}${kind}/${name}`
  const microUsdPerGbMonth = ctx.backupMicroUsdPerGbMonth
  const metered = { kind: storedBackups, accountId, microUsdPerGbMonth }

  async function demandRoom(): Promise<void> {
    const stored = await findStorage(ctx.db, { accountId, kind: 'backups' })
    if ((stored?.stored_bytes ?? 0) >= quotas.backupStoreGb * bytesPerGb)
      throw new Refused('storage_full')
    if ((await countObjects(ctx.db, planId)) >= objectsMax) throw new Refused('storage_full')
  }

  async function demandLease(tx: Tx): Promise<void> {
    if (await holdsLease(tx, run)) return
    throw new Refused('state_conflict', { details: { what: 'backup run', state: 'ended' } })
  }

  async function remove(object: ObjectAddress): Promise<void> {
    const of = { planId, ...object }
    await ctx.transact(async (tx) => {
      await demandLease(tx)
      await meterStorage(ctx, tx, metered, () => loseObject(tx, of))
    })
    await ctx.files.remove(keyOf(object))
    await ctx.transact((tx) => deleteObject(tx, of))
  }

  return {
    size: (object) => findObject(ctx.db, { planId, ...object }),
    async *list(kind) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const part = await listObjects(ctx.db, { planId, kind, after })
        yield part
        after = part.at(-1)?.name
      }
    },
    read: (object, range) => ctx.files.read(keyOf(object), range),
    async put(object, pieces, signal) {
      const of = { planId, ...object }
      await demandRoom()
      await ctx.transact(async (tx) => {
        await demandLease(tx)
        await planObject(tx, of)
      })
      const bytes = await ctx.files.put(keyOf(object), checked(object, pieces), signal)
      try {
        await ctx.transact(async (tx) => {
          await demandLease(tx)
          await meterStorage(ctx, tx, metered, () => keepObject(tx, of, bytes))
        })
      } catch (cause) {
        // Of a plan that was deleted meanwhile; in any other, a later run may have written the same file.
        if ((await findPlan(ctx.db, planId)) === undefined) await ctx.files.remove(keyOf(object))
        throw cause
      }
    },
    remove,
    async tidy() {
      for (const object of await listLeftObjects(ctx.db, planId)) await remove(object)
    },
  }
}

/** The folder of a repository in the store of large files. */
export function repositoryPrefix({
  accountId,
  planId,
}: {
  accountId: AccountId
  planId: BackupPlanId
}): string {
  return `backups/${accountId}/${planId}/`
}

/** Passes pieces on, and throws before the end of a file that is too large or another than its name says. */
async function* checked(
  { kind, name }: ObjectAddress,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > objectBytesMax[kind]) throw new ObjectTooLarge(`a file of ${kind} is too large`)
    hash.update(piece)
    yield piece
  }
  if (kind !== 'config' && hash.digest('hex') !== name)
    throw new WrongHash(`a file of ${kind} is not what its name says`)
}
