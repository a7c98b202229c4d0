import type { ResponseOf } from '@gridloom/contract/core/endpoint'
import type { MediaId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { media } from '@gridloom/contract/media/endpoints'
import type {
  MediaChange,
  MediaState,
  NewMedia,
  OperatorMedia,
} from '@gridloom/contract/media/media'
import { creativeKinds, creativeKindsText } from '@gridloom/contract/media/media'
import { operatorOf } from '../../accounts/index.ts'
import type { MediaCtx } from '../ctx.ts'
import { publishMedia } from '../publish-media-change.ts'
import { findContents } from '../stores/contents-store.ts'
import {
  countMedia,
  insertMedium,
  lockMedium,
  selectMedia,
  updateMedium,
} from '../stores/media-store.ts'
import { operatorViewOf, operatorViewsOf } from '../views/media-view.ts'

const mediaMax = 10_000

/** Lists media in any state. @throws Refused `forbidden` */
export async function listMedia(
  ctx: MediaCtx,
  { state, page, page_size }: { state?: MediaState | undefined; page: number; page_size: number },
): Promise<ResponseOf<typeof media.list>> {
  operatorOf(ctx)
  const found = await selectMedia(ctx.db, {
    ...(state === undefined ? {} : { state }),
    ...{ page, page_size },
  })
  return {
    media: await operatorViewsOf(ctx, found.rows),
    total: found.total,
    can_encode: ctx.mediaEncoder !== undefined,
  }
}

/** Creates a medium as a draft. @throws Refused `forbidden`, `limit_reached` */
export async function createMedia(ctx: MediaCtx, wanted: NewMedia): Promise<OperatorMedia> {
  operatorOf(ctx)
  const id = ctx.ids.mint('media')
  await ctx.transact(async (tx) => {
    if ((await countMedia(tx.db)) >= mediaMax)
      throw new Refused('limit_reached', { details: { max: mediaMax, what: 'media' } })
    tx.note({ subject: id })
    const texts = JSON.stringify(wanted.texts)
    await insertMedium(tx, { ...wanted, id, texts, created_at: ctx.clock.now() })
    await publishMedia(tx, id)
  })
  return operatorViewOf(ctx, id)
}

/** Changes what is said of a medium. @throws Refused `forbidden`, `not_found`, `invalid_input` */
export async function changeMedia(
  ctx: MediaCtx,
  id: MediaId,
  change: MediaChange,
): Promise<OperatorMedia> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const { kind } = await lockMedium(tx, id)
    if (kind === 'link' && change.link === null)
      throw new Refused('invalid_input', { fields: { link: 'Enter the address of the link' } })
    if (change.is_creative === true && !creativeKinds.includes(kind))
      throw new Refused('invalid_input', { fields: { is_creative: creativeKindsText } })
    const { texts, ...others } = change
    const given = Object.fromEntries(
      Object.entries(others).filter(([, value]) => value !== undefined),
    )
    await updateMedium(tx, id, {
      ...given,
      ...(texts === undefined ? {} : { texts: JSON.stringify(texts) }),
    })
    await publishMedia(tx, id)
  })
  return operatorViewOf(ctx, id)
}

/** Publishes a medium. @throws Refused `forbidden`, `not_found`, `media_not_ready` */
export async function publishMedium(ctx: MediaCtx, id: MediaId): Promise<OperatorMedia> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const { kind, content_id: contentId, state } = await lockMedium(tx, id)
    if (kind === 'video' || kind === 'picture') {
      const [content] = contentId === null ? [] : await findContents(tx.db, [contentId])
      if (content?.state !== 'ready') throw new Refused('media_not_ready')
    }
    if (state === 'published') return
    await updateMedium(tx, id, { state: 'published', published_at: ctx.clock.now() })
    await publishMedia(tx, id)
  })
  return operatorViewOf(ctx, id)
}

/** Takes a medium out of the library; its files and posts stay. @throws Refused `forbidden`, `not_found` */
export async function archiveMedium(ctx: MediaCtx, id: MediaId): Promise<OperatorMedia> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    await lockMedium(tx, id)
    await updateMedium(tx, id, { state: 'archived' })
    await publishMedia(tx, id)
  })
  return operatorViewOf(ctx, id)
}
