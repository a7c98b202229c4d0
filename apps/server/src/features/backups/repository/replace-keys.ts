import { createHash } from 'node:crypto'
import type { AccountId, BackupPlanId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../../platform/ctx.ts'
import { meterStorage } from '../../storage/index.ts'
import { storedBackups } from '../stored-backups.ts'
import { makeKeyFile, openMasterKey } from './key-file.ts'
import type { ObjectAddress } from './object-address.ts'
import {
  deleteObject,
  findObject,
  keepObject,
  listObjects,
  loseKeys,
  loseObject,
  planObject,
} from './objects-store.ts'
import { type RepositoryCtx, repositoryPrefix } from './repository.ts'

/** The repository of a plan with us, when no run uses it. */
export interface RepositoryOf {
  accountId: AccountId
  planId: BackupPlanId
}

/** A program in an instance could add files for as long as a run lasts. */
const keyFilesMax = 100
const keyBytesMax = 16 * 1024
const configBytesMax = 16 * 1024
const config = { kind: 'config', name: 'config' } as const

/**
 * Writes a key file with a new password beside the others, which is not one of the repository before {@link swapKeys}.
 * Returns `undefined` where there is no repository yet.
 * @throws Refused `backup_key_unreadable`, `storage_full`
 */
export async function writeKey(
  ctx: RepositoryCtx,
  of: RepositoryOf,
  { from, to, signal }: { from: string; to: string; signal: AbortSignal },
): Promise<(ObjectAddress & { bytes: number }) | undefined> {
  const sealedConfig = await readSmall(ctx, { ...of, ...config }, configBytesMax)
  if (sealedConfig === undefined) return undefined
  const { planId } = of
  const files: string[] = []
  const keys = await listObjects(ctx.db, { planId, kind: 'keys', after: '' })
  for (const { name } of keys.slice(0, keyFilesMax)) {
    const file = await readSmall(ctx, { ...of, kind: 'keys', name }, keyBytesMax)
    if (file !== undefined) files.push(String(file))
  }
  const masterKey = await openMasterKey(files, { password: from, config: sealedConfig })
  if (masterKey === undefined) throw new Refused('backup_key_unreadable')
  const file = await makeKeyFile(masterKey, { password: to, now: ctx.clock.now() })
  const made = { kind: 'keys', name: createHash('sha256').update(file).digest('hex') } as const
  await ctx.transact((tx) => planObject(tx, { planId, ...made }))
  await ctx.files.put(keyOf(of, made), [file], signal)
  return { ...made, bytes: file.length }
}

/**
 * Makes a written key the only one of a repository, in the transaction that stores its password: at any time the stored
 * password opens it. Returns the files that are left to remove.
 * @throws Refused `state_conflict` where a run has tidied the written file away meanwhile
 */
export async function swapKeys(
  ctx: RepositoryCtx,
  tx: Tx,
  { made, ...of }: RepositoryOf & { made: ObjectAddress & { bytes: number } },
): Promise<ObjectAddress[]> {
  const { planId } = of
  return metered(ctx, tx, of, async () => {
    const lost = await loseKeys(tx, planId)
    if ((await keepObject(tx, { planId, ...made }, made.bytes)) === 'absent')
      throw new Refused('state_conflict', { details: { what: 'backup plan', state: 'in use' } })
    return lost.map((name) => ({ kind: 'keys', name }))
  })
}

/** Takes the file of a recovery point out of a repository. Returns the files that are left to remove. */
export async function losePoint(
  ctx: RepositoryCtx,
  tx: Tx,
  { point, ...of }: RepositoryOf & { point: string },
): Promise<ObjectAddress[]> {
  const { planId } = of
  // restic shows the first digits of an id where it has not listed them all.
  const known =
    point.length === 64
      ? [point]
      : (await listObjects(tx.db, { planId, kind: 'snapshots', after: point }))
          .map(({ name }) => name)
          .filter((name) => name.startsWith(point))
  const lost = known.map((name) => ({ kind: 'snapshots', name }) as const)
  return metered(ctx, tx, of, async () => {
    for (const object of lost) await loseObject(tx, { planId, ...object })
    return lost
  })
}

/** Removes the bytes of lost files; what a killed process leaves of them, the next run removes. */
export async function removeLost(
  ctx: RepositoryCtx,
  of: RepositoryOf,
  lost: readonly ObjectAddress[],
): Promise<void> {
  for (const object of lost) {
    await ctx.files.remove(keyOf(of, object))
    await ctx.transact((tx) => deleteObject(tx, { planId: of.planId, ...object }))
  }
}

function metered<T>(
  ctx: RepositoryCtx,
  tx: Tx,
  { accountId }: RepositoryOf,
  change: () => Promise<T>,
): Promise<T> {
  const microUsdPerGbMonth = ctx.backupMicroUsdPerGbMonth
  return meterStorage(ctx, tx, { kind: storedBackups, accountId, microUsdPerGbMonth }, change)
}

async function readSmall(
  ctx: RepositoryCtx,
  { accountId, planId, ...object }: RepositoryOf & ObjectAddress,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const bytes = await findObject(ctx.db, { planId, ...object })
  if (bytes === undefined || bytes > bytesMax) return undefined
  const pieces = ctx.files.read(keyOf({ accountId, planId }, object), { start: 0 })
  return Buffer.concat(await Array.fromAsync(pieces))
}

function keyOf(of: RepositoryOf, { kind, name }: ObjectAddress): string {
  return `${repositoryPrefix(of)}${kind}/${name}`
}
