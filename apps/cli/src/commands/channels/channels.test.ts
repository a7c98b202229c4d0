import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { idEndingIn } from '../../../test/samples.ts'

const account = {
  ...{ id: idEndingIn('con', 'cccc1111'), channel: 'mastodon', name: 'Ada' },
  ...{ handle: '@ada@social.example', profile_url: 'https://social.example/@ada' },
  ...{ state: 'revoked', scopes: ['write:statuses'], problem: 'It no longer accepts the access.' },
  ...{ connected_at: '2026-11-27T09:00:00.000Z', last_checked_at: '2026-11-28T09:00:00.000Z' },
}
const website = {
  ...{ id: 'website', name: 'Website or RSS feed', connects: 'proof', asks: 'url' },
  ...{ obstacle: null, publishes: false },
}
const reddit = {
  ...{ id: 'reddit', name: 'Reddit', connects: null, asks: null },
  ...{ obstacle: 'This server does not support it.', publishes: false },
}

it('lists channels with what stands in the way, and accounts with their problem', async () => {
  await using world = await aWorld({
    answers: {
      'channels.list': () => ({ channels: [website, reddit] }),
      'channels.connected': () => ({ accounts: [account] }),
    },
  })
  const channels = (await world.run('channels', 'list')).stdout
  expect(channels).toMatch(/website +Website or RSS feed +proof +-/)
  expect(channels).toMatch(/reddit +Reddit +- +This server does not support it\./)
  expect((await world.run('channels', 'connected')).stdout).toMatch(
    /cccc1111 +mastodon +@ada@social\.example +revoked .*no longer accepts/,
  )
})

it('says where a code goes, connects the page, and disconnects an account by its handle', async () => {
  const url = 'https://blog.example/about'
  await using world = await aWorld({
    answers: {
      'channels.connected': () => ({ accounts: [account] }),
      'channels.proof': () => ({
        ...{ url, code: 'gridloom-verify-abc', me_url: 'https://gridloom.example/ada' },
        file_url: 'https://blog.example/.well-known/gridloom-verify.txt',
        expires_at: '2026-12-05T10:00:00.000Z',
      }),
      'channels.verify': () => ({ ...account, handle: 'blog.example/about' }),
      'channels.disconnect': () => ({ revoked: false }),
    },
  })
  expect((await world.run('channels', 'proof', url)).stdout).toContain(
    '<meta name="gridloom-verify" content="gridloom-verify-abc">',
  )
  expect((await world.run('channels', 'check', url)).stdout).toBe(
    'blog.example/about is connected.\n',
  )
  expect((await world.run('channels', 'disconnect', '@ada@social.example')).stdout).toBe(
    '@ada@social.example is disconnected. The channel did not confirm it: end the access there too.\n',
  )
  expect(world.server.calls.at(-1)?.params).toMatchObject({ id: account.id })
})
