import type { MediaId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { captionsBytesMax, type OperatorMedia } from '@gridloom/contract/media/media'
import { BrokenCaptions, readWebVtt, writeWebVtt } from '@gridloom/domain/media/web-vtt'
import { operatorOf } from '../../accounts/index.ts'
import type { MediaCtx } from '../ctx.ts'
import { publishMedia } from '../publish-media-change.ts'
import { deleteCaptions, languagesOfCaptions, upsertCaptions } from '../stores/captions-store.ts'
import { lockMedium } from '../stores/media-store.ts'
import { operatorViewOf } from '../views/media-view.ts'

interface Language {
  id: MediaId
  language: string
}

const languagesMax = 40

/**
 * Stores the captions of a medium in a language, written anew from their cues: nothing else of the file is kept.
 * @throws Refused `forbidden`, `not_found`, `captions_broken`, `limit_reached`
 */
export async function saveCaptions(
  ctx: MediaCtx,
  { id, language, vtt }: Language & { vtt: string },
): Promise<OperatorMedia> {
  operatorOf(ctx)
  const written = rewritten(vtt)
  await ctx.transact(async (tx) => {
    await lockMedium(tx, id)
    const others = (await languagesOfCaptions(tx.db, [id])).filter(
      (one) => one.language !== language,
    )
    if (others.length >= languagesMax)
      throw new Refused('limit_reached', { details: { max: languagesMax, what: 'languages' } })
    await upsertCaptions(tx, { media_id: id, language, vtt: written, saved_at: ctx.clock.now() })
    await publishMedia(tx, id)
  })
  return operatorViewOf(ctx, id)
}

/** Removes the captions in a language. @throws Refused `forbidden`, `not_found` */
export async function removeCaptions(
  ctx: MediaCtx,
  { id, language }: Language,
): Promise<OperatorMedia> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    await lockMedium(tx, id)
    if (!(await deleteCaptions(tx, { mediaId: id, language })))
      throw new Refused('not_found', { details: { what: 'captions' } })
    await publishMedia(tx, id)
  })
  return operatorViewOf(ctx, id)
}

function rewritten(vtt: string): string {
  if (Buffer.byteLength(vtt) > captionsBytesMax) throw broken('The file is larger than 1 MB.')
  try {
    return writeWebVtt(readWebVtt(vtt))
  } catch (error) {
    if (error instanceof BrokenCaptions) throw broken(error.message)
    throw error
  }
}

function broken(why: string): Refused {
  return new Refused('captions_broken', { details: { why } })
}
