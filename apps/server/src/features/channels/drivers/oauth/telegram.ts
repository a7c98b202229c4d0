import type { Clock } from '@gridloom/async/clock'
import { channelNames } from '@gridloom/contract/channels/channel'
import type { Outside } from '../../../../platform/outbound/outside.ts'
import {
  type ChannelDriver,
  ChannelFailed,
  type Connected,
  type Proving,
  type PublicPost,
} from '../driver.ts'
import { cleanLinks, cleanName, cleanText } from '../outgoing/clean-text.ts'
import { type HtmlElement, readElement, readHtml } from '../outgoing/html-page.ts'
import { type ChannelAccess, requestChannel } from '../outgoing/request-channel.ts'
import { addressesAt } from './oauth-access.ts'

interface TelegramOptions {
  readonly outside: Outside
  readonly clock: Clock
  readonly standInUrl: string | null
}

const pageBytesMax = 2 * 1024 * 1024

/**
 * Public channels of Telegram, by a code in the channel's description: everybody can read the page, and only administrators
 * can write it, so no app and no bot is needed. Posts are published by hand.
 */
export function createTelegramDriver({
  outside,
  clock,
  standInUrl,
}: TelegramOptions): ChannelDriver {
  const access: ChannelAccess = { outside, clock, name: channelNames.telegram }
  const at = addressesAt(standInUrl)
  const read = async (url: string, signal: AbortSignal): Promise<string | undefined> => {
    const asked = { url: at(url), headers: { accept: 'text/html' }, bytesMax: pageBytesMax, signal }
    const { status, body } = await requestChannel(access, asked)
    return status === 200 ? body.toString('utf8') : undefined
  }
  return {
    channel: 'telegram',
    connecting: {
      ...{ kind: 'proof', asks: 'url' },
      async check({ url, code, meUrl, signal }) {
        const name = channelIn(url)
        if (name === undefined)
          throw new ChannelFailed('refused', 'Enter the address of a public channel: t.me/NAME.')
        return checked(name, { code, meUrl, page: await read(`https://t.me/s/${name}`, signal) })
      },
    },
    async readPost(url, signal) {
      const place = postIn(url)
      if (place === undefined)
        throw new ChannelFailed('refused', 'This is not the address of a post on Telegram.')
      const page = await read(`https://t.me/${place.name}/${place.post}?embed=1&mode=tme`, signal)
      return postFrom(place, page)
    },
  }
}

type Proof = Pick<Parameters<Proving['check']>[0], 'code' | 'meUrl'> & { page: string | undefined }

function checked(name: string, { code, meUrl, page }: Proof): Connected {
  if (elementOf(page, 'tgme_channel_info') === undefined)
    throw new ChannelFailed('refused', `t.me/${name} is not a public channel with a preview.`)
  const description = elementOf(page, 'tgme_channel_info_description')
  if (!description?.text.includes(code) && !description?.links.includes(meUrl.href))
    throw new ChannelFailed(
      'refused',
      `The description of t.me/${name} was read. It does not contain ${code}.`,
    )
  const title = elementOf(page, 'tgme_channel_info_header_title')?.text
  return {
    // Names are the only identity that the page tells. Who gives one up loses the channel with it.
    externalId: name.toLowerCase(),
    ...{ name: cleanName(title, name), handle: `@${name}`, profileUrl: `https://t.me/${name}` },
    ...{ credentials: null, expiresAt: null, scopes: [] },
  }
}

interface PostPlace {
  readonly name: string
  readonly post: string
}

function postFrom({ name, post }: PostPlace, page: string | undefined): PublicPost | 'gone' {
  if (elementOf(page, 'tgme_widget_message_error') !== undefined) return 'gone'
  if (page === undefined || elementOf(page, 'tgme_widget_message') === undefined)
    throw new ChannelFailed('unavailable', 'Telegram does not show the post now.')
  const message = elementOf(page, 'tgme_widget_message_text')
  const published = Date.parse(readHtml(page, site).time ?? '')
  return {
    url: `https://t.me/${name}/${post}`,
    authorId: name.toLowerCase(),
    ...{ text: cleanText(message?.text ?? ''), links: cleanLinks(message?.links ?? []) },
    publishedAt: Number.isNaN(published) ? null : new Date(published),
  }
}

const site = new URL('https://t.me')

/** The first element of a class that is not within what the post replies to. */
function elementOf(page: string | undefined, className: string): HtmlElement | undefined {
  return readElement(
    page ?? '',
    site,
    (_name, classes) => classes.includes(className) && !classes.includes('js-message_reply_text'),
  )
}

const nameShape = /^[a-z]\w{3,31}$/i

function channelIn({ hostname, pathname }: URL): string | undefined {
  if (!/^(?:www\.)?(?:t|telegram)\.me$/.test(hostname)) return undefined
  const [name = '', more] = pathname
    .replace(/^\/(?:s\/)?/, '')
    .replace(/\/$/, '')
    .split('/')
  return more === undefined && nameShape.test(name) ? name : undefined
}

function postIn({ hostname, pathname }: URL): PostPlace | undefined {
  if (!/^(?:www\.)?(?:t|telegram)\.me$/.test(hostname)) return undefined
  const [, name, post] = /^\/(?:s\/)?(\w{4,32})\/(\d{1,12})\/?$/.exec(pathname) ?? []
  return name === undefined || post === undefined ? undefined : { name, post }
}
