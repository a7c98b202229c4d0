import type { Volume } from '@gridloom/contract/volumes/volume'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a volume by its name or part of its id. */
export async function findVolume(ctx: Ctx, wanted: string): Promise<Volume> {
  return chooseOne(await ctx.client.volumes.list({ signal: ctx.signal }), wanted, 'volume')
}
