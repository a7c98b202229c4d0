import type { Creative } from '@gridloom/contract/affiliate/creative'
import { endpointPath } from '@gridloom/contract/core/endpoint-facts'
import { media } from '@gridloom/contract/media/endpoints'
import { bannerSize, creativeSubId } from '@gridloom/domain/affiliate/creatives'
import { accountOf } from '../../../platform/ctx.ts'
import type { MediaCtx } from '../ctx.ts'
import { listCreatives, type PublishedCreative } from './creatives.ts'

/** The operator's banners and texts for affiliates, newest first. @throws Refused `unauthorized` */
export async function readCreatives(ctx: MediaCtx): Promise<{ creatives: Creative[] }> {
  accountOf(ctx)
  const creatives = await listCreatives(ctx.db)
  return { creatives: creatives.map((one) => creativeView(one, ctx.publicUrl)) }
}

function creativeView({ id, title, detail, picture }: PublishedCreative, origin: string): Creative {
  const common = { id, title, text: detail, sub_id: creativeSubId({ id, title }) }
  if (picture === null) return { ...common, picture: null }
  const { name, width, height } = bannerSize(picture.width, picture.height)
  const url = new URL(endpointPath(media.creative, { id }), origin).href
  return { ...common, picture: { url, width, height, size: name } }
}
