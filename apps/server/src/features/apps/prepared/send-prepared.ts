import { imageCalls } from '@gridloom/contract/agent/image-calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../../platform/ctx.ts'
import { publishMachine } from '../../machines/index.ts'
import { listCatalogue } from '../catalogue.ts'
import type { AppsCtx } from '../ctx.ts'
import { imageOf } from '../need-of.ts'
import {
  deleteStale,
  findOwner,
  listPreparedRows,
  listPreparingMachines,
  storePreparedState,
} from './prepared-store.ts'

const callTimeoutMs = 20_000

/** Tells every machine that is connected here which images to prepare, and stores how far each is. */
export async function sendPrepared(ctx: AppsCtx): Promise<void> {
  for (const machineId of await listPreparingMachines(ctx.db)) sendPreparedSoon(ctx, machineId)
}

/** Sends the list to one machine beside the caller. The loop repeats what fails. */
export function sendPreparedSoon(ctx: AppsCtx, machineId: MachineId): void {
  if (!ctx.agents.connected(machineId)) return
  ctx.preparing.start(machineId, (signal) => sendTo(ctx, machineId, signal))
}

async function sendTo(ctx: AppsCtx, machineId: MachineId, signal: AbortSignal): Promise<void> {
  const [rows, apps] = await Promise.all([
    listPreparedRows(ctx.db, machineId),
    listCatalogue(ctx.db),
  ])
  const wanted = rows.flatMap(({ slug }) => {
    const app = apps.find((one) => one.slug === slug)
    if (app === undefined) return []
    const { definition } = app
    return { slug, image: imageOf(slug, definition), recipe: definition.recipe }
  })
  const images = wanted.map(({ image, recipe }) => ({ image, recipe }))
  const call = { body: { images }, timeoutMs: callTimeoutMs, signal }
  const reply = await ctx.agents.call(machineId, imageCalls.prepare, call)
  await ctx.transact(async (tx) => {
    let isNews = false
    for (const { slug, image } of wanted) {
      const said = reply.images.find((one) => one.image === image)
      if (said === undefined) continue
      isNews = (await storePreparedState(tx, { machineId, slug }, said)) || isNews
    }
    if (!isNews) return
    const accountId = await findOwner(tx.db, machineId)
    if (accountId !== undefined) await publishMachine(tx, accountId, machineId)
  })
}

/** Deletes what removed machines and deleted apps left. */
export async function tidyPrepared(ctx: Ctx): Promise<void> {
  const slugs = (await listCatalogue(ctx.db)).map(({ slug }) => slug)
  await ctx.transact((tx) => deleteStale(tx, slugs))
}
