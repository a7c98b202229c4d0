import { systemClock } from '@gridloom/async/clock'
import { startPlatformsStandIn } from '@gridloom/testkit/channels/platforms-stand-in'
import { expect, it } from 'vitest'
import { createTelegramDriver } from './telegram.ts'

const { signal } = new AbortController()
const meUrl = new URL('https://gridloom.example/me/ada')
const proof = { code: 'gridloom-4711', meUrl, signal }

it.each([
  ['the code', 'Renders. gridloom-4711'],
  ['a link', '<a href="https://gridloom.example/me/ada" rel="nofollow">me</a>'],
])('connects a public channel with %s in its description', async (_, description) => {
  await using site = await setup(page(description))
  const url = new URL('https://t.me/Ada_Renders')
  expect(await site.check({ ...proof, url })).toEqual({
    ...{ externalId: 'ada_renders', name: 'Ada & co', handle: '@Ada_Renders' },
    ...{ profileUrl: 'https://t.me/Ada_Renders', credentials: null, expiresAt: null, scopes: [] },
  })
})

it.each([
  [
    'another code',
    page('gridloom-4712'),
    'https://t.me/Ada_Renders',
    /does not contain gridloom-4711/,
  ],
  [
    'the code in a post alone',
    page('Renders.', 'gridloom-4711'),
    'https://t.me/Ada_Renders',
    /does not contain/,
  ],
  [
    'a page of somebody',
    '<div class="tgme_page">ada</div>',
    'https://t.me/Ada_Renders',
    /not a public channel/,
  ],
  [
    'another host',
    page('gridloom-4711'),
    'https://t.me.evil.example/Ada_Renders',
    /Enter the address/,
  ],
  ['an invitation', page('gridloom-4711'), 'https://t.me/+AbCdEf', /Enter the address/],
])('refuses %s', async (_, content, address, message) => {
  await using site = await setup(content)
  await expect(site.check({ ...proof, url: new URL(address) })).rejects.toMatchObject({
    ...{ reason: 'refused', message: expect.stringMatching(message) },
  })
})

it('reads a post, and says when it is gone', async () => {
  await using site = await setup('')
  const url = new URL('https://t.me/s/Ada_Renders/12')
  site.pages.set(
    't.me/Ada_Renders/12',
    `<div class="tgme_widget_message js-widget"><a class="tgme_widget_message_reply" href="https://t.me/eve/1">
<div class="tgme_widget_message_text js-message_reply_text">#ad of another</div></a><div dir="auto" class="tgme_widget_message_text js-message_text">Cheap<br/>
<a href="https://gridloom.example/r/ada">here</a></div><time datetime="2026-11-28T12:00:00+00:00"></time></div>`,
  )
  expect(await site.readPost(url, signal)).toEqual({
    ...{ url: 'https://t.me/Ada_Renders/12', authorId: 'ada_renders', text: 'Cheap\n\nhere' },
    links: ['https://gridloom.example/r/ada'],
    publishedAt: new Date('2026-11-28T12:00:00Z'),
  })
  site.pages.set(
    't.me/Ada_Renders/12',
    '<div class="tgme_widget_message_error">Post not found</div>',
  )
  expect(await site.readPost(url, signal)).toBe('gone')
  site.pages.set('t.me/Ada_Renders/12', 'x'.repeat(3_000_000))
  await expect(site.readPost(url, signal)).rejects.toMatchObject({ reason: 'unavailable' })
})

function page(description: string, post = ''): string {
  return `<div class="tgme_channel_info"><div class="tgme_channel_info_header_title"><span dir="auto">Ada &amp; co</span></div>
<div class="tgme_channel_info_description">${description}</div></div>
<div class="tgme_widget_message_text">${post}</div>`
}

async function setup(content: string) {
  const standIn = await startPlatformsStandIn()
  standIn.pages.set('t.me/s/Ada_Renders', content)
  const driver = createTelegramDriver({
    outside: { privateAddresses: 'allow', resolve: async () => ['127.0.0.1'] },
    ...{ clock: systemClock, standInUrl: standIn.url },
  })
  const { connecting, readPost } = driver
  if (connecting.kind !== 'proof') throw new Error('it is proved')
  return {
    ...{ check: connecting.check, readPost, pages: standIn.pages },
    [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose](),
  }
}
