import { appLimits } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import type { PreparedApp } from '@gridloom/contract/apps/prepared-app'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { buildsRecipes, lockOwnedMachine } from '../../machines/index.ts'
import { noSuchApp, shownApp } from '../catalogue.ts'
import type { AppsCtx } from '../ctx.ts'
import { listPrepared } from './list-prepared.ts'
import { deletePrepared, insertPrepared, listPreparedRows } from './prepared-store.ts'
import { sendPreparedSoon } from './send-prepared.ts'

interface OneOfMachine {
  machineId: MachineId
  slug: AppName
}

/**
 * Lets the caller's machine have the image of an app before anyone orders it. Twice is safe.
 * @throws Refused `not_found`, `limit_reached`, `recipes_unsupported`
 */
export async function prepareApp(ctx: AppsCtx, one: OneOfMachine): Promise<PreparedApp> {
  const { machineId, slug } = one
  await ctx.transact(async (tx) => {
    await lockOwnedMachine(ctx, tx, machineId)
    const { definition } = await shownApp(tx.db, slug)
    if (definition.recipe !== null && !(await buildsRecipes(tx.db, machineId)))
      throw new Refused('recipes_unsupported', { details: { app: definition.name } })
    const others = (await listPreparedRows(tx.db, machineId)).filter((row) => row.slug !== slug)
    const max = appLimits.preparedPerMachine
    if (others.length >= max)
      throw new Refused('limit_reached', { details: { max, what: 'prepared apps on a machine' } })
    await insertPrepared(tx, { ...one, at: ctx.clock.now() })
    tx.note({ subject: `${machineId}/${slug}` })
  })
  sendPreparedSoon(ctx, machineId)
  const prepared = (await listPrepared(ctx, machineId)).find((app) => app.slug === slug)
  if (prepared === undefined) throw noSuchApp()
  return prepared
}

/** Prepares an app no longer; the machine frees its image when it needs the disk. @throws Refused `not_found` */
export async function unprepareApp(ctx: AppsCtx, one: OneOfMachine): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockOwnedMachine(ctx, tx, one.machineId)
    if (!(await deletePrepared(tx, one))) throw noSuchApp()
    tx.note({ subject: `${one.machineId}/${one.slug}` })
  })
  sendPreparedSoon(ctx, one.machineId)
}
