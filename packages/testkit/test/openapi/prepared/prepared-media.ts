import { createHash } from 'node:crypto'
import type { MediaId } from '@gridloom/contract/core/ids'
import { onePixel } from '../../../src/one-pixel.ts'
import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
let pictures = 0

/** It takes media of the operator. */
export const preparedMedia: PreparedCalls = {
  'media.file': async (site) => {
    const { client } = await site.person()
    const id = await published(site)
    const { captions } = await client.media.show({ query: { media_captcha: id } })
    const [, access = '', file = ''] = /files\/([^/]+)\/(.+)$/.exec(captions[0]?.url ?? '') ?? []
    return { params: { access, file } }
  },
  'media.creative': async (site) => {
    const call = await uploading(site)
    const client = site.product.server.client(call.token)
    await client.media.sendUpload({ params: call.params, offset: 0, bytes: call.bytes })
    const { id } = await client.media.finishUpload({ params: call.params })
    await client.media.change({ params: { id }, body: { is_creative: true } })
    await client.media.publish({ params: { id } })
    return { params: { id } }
  },
  'media.addPost': async (site) => {
    const { token } = await site.person()
    const body = { post_link: 'https://bsky.app/profile/ada.example/post/add' }
    return { token, params: { id: await published(site) }, body }
  },
  'media.startUpload': async (site) => {
    const { token, params } = await pictured(site)
    return { token, params, body: announced() }
  },
  'media.readUpload': uploading,
  'media.cancelUpload': uploading,
  'media.finishUpload': async (site) => {
    const call = await uploading(site)
    const client = site.product.server.client(call.token)
    await client.media.sendUpload({ params: call.params, offset: 0, bytes: call.bytes })
    return { token: call.token, params: call.params }
  },
}

async function published(site: Site): Promise<MediaId> {
  const { media } = site.product.operator
  const { id } = await media.create({ body: { kind: 'text', title: 'A text' } })
  const params = { id }
  await media.saveCaptions({ params: { ...params, language: 'en' }, body: { vtt } })
  await media.publish({ params })
  return id
}

async function pictured(site: Site) {
  const { media } = site.product.operator
  const made = await media.create({ body: { kind: 'picture', title: 'A picture' } })
  return { token: await site.operatorToken(), params: { id: made.id } }
}

async function uploading(site: Site) {
  const { token, params } = await pictured(site)
  const { bytes, ...body } = picture()
  const begun = await site.product.server.client(token).media.startUpload({ params, body })
  if (begun.kind === 'held') throw new RangeError('the picture is new')
  return { token, params: { id: begun.upload.id }, bytes }
}

function announced() {
  const { bytes: _bytes, ...body } = picture()
  return body
}

/** A picture of other bytes each time: what follows its end is dropped. */
function picture() {
  pictures += 1
  const bytes = new Uint8Array([...onePixel, pictures])
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { bytes, file_name: 'a.png', size_bytes: bytes.length, block_hashes: [hash] }
}
