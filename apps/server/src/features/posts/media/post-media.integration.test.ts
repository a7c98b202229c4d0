import type { ConnectedAccountId, MediaId } from '@gridloom/contract/core/ids'
import type { NewPostMedia } from '@gridloom/contract/posts/post'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Ambassador, withAmbassadors } from '../../../../test/ambassadors.ts'
import { addToLibrary } from '../../../../test/library.ts'
import { refusalOf } from '../../../../test/people.ts'
import type { PostsCtx } from '../ctx.ts'
import { mediaClaimMs, publishDue } from '../publish/publish-due.ts'

const hourMs = 60 * 60_000

describe('a post with media of the library', () => {
  it('is published with its files and their alternative texts', async () => {
    await using site = await setup()
    const { mastodon, system, ada } = site
    const bytes = new Uint8Array(300_000).fill(7)
    const [lake, dam] = [await addToLibrary(site, { bytes }), await addToLibrary(site)]
    const { id, media } = await site.create([medium(lake, 'A lake at dawn'), medium(dam)])
    expect(media).toMatchObject([
      { media_id: lake, kind: 'picture', title: 'Lake', text: 'A lake at dawn' },
      { media_id: dam, text: '' },
    ])
    expect(media[0]?.file).toMatchObject({ size_bytes: 300_000, content_type: 'image/png' })
    await publishDue(system)
    expect(await site.targetOf(ada, id)).toMatchObject({ state: 'published', publishes: true })
    expect([...mastodon.statuses.values()]).toMatchObject([{ media: ['1', '2'] }])
    expect([...mastodon.media.values()]).toMatchObject([
      { bytes: 300_000, head: expect.stringContaining('A lake at dawn') },
      { head: expect.stringContaining('content-type: image/png') },
    ])
  })

  it('has four pictures or one video, which are in the library', async () => {
    await using site = await setup()
    const [picture, video] = [await addToLibrary(site), await addToLibrary(site, { kind: 'video' })]
    const code = async (media: NewPostMedia[]) => (await refusalOf(site.create(media))).code
    expect(await code([medium(picture), medium(video)])).toBe('post_media_mixed')
    expect(await code([medium(video)])).toBe('good')
    await sql`update media set state = 'draft' where id = ${picture}`.execute(site.db)
    expect(await code([medium(picture)])).toBe('not_found')
    expect(await code([medium(video), medium(video)])).toBe('invalid_input')
    expect(await code([medium(video, 'x'.repeat(1_001))])).toBe('invalid_input')
  })

  it('is refused where it is beyond what the server of an account takes, with that account', async () => {
    await using site = await setup({
      configuration: {
        media_attachments: { image_size_limit: 100_000, video_size_limit: 100_000 },
      },
    })
    const large = new Uint8Array(100_001)
    const [picture, video] = [
      await addToLibrary(site, { bytes: large }),
      await addToLibrary(site, { kind: 'video', title: 'Tour', bytes: large }),
    ]
    const refused = await refusalOf(site.create([medium(picture)]))
    expect(refused).toMatchObject({
      code: 'post_media_unfit',
      details: {
        handle: `@ada@127.0.0.1:${site.mastodon.port}`,
        problem: '“Lake” has 100,001 bytes, and it takes 100,000.',
      },
    })
    expect((await refusalOf(site.create([medium(video)]))).code).toBe('post_media_unfit')
  })

  it('is left to its owner at accounts that are not published to, with everything ready', async () => {
    await using site = await setup({
      configuration: { media_attachments: { supported_mime_types: ['image/png'] } },
    })
    const { mastodon, system, ada } = site
    const blog = await site.website(ada, 'https://blog.example/')
    const video = await addToLibrary(site, { kind: 'video' })
    const { id, targets } = await site.create([medium(video)], [ada.account, blog])
    expect(targets.map(({ publishes }) => publishes)).toEqual([false, false])
    await publishDue(system)
    const post = await ada.client.posts.read({ params: { id } })
    expect(post.targets.map(({ state }) => state)).toEqual(['reminded', 'reminded'])
    expect(post.media[0]?.file?.file_url).toMatch(/high.mp4$/)
    expect(mastodon.statuses.size).toBe(0)
  })

  it('whose picture was taken out of the library fails with the reason, and keeps everything', async () => {
    await using site = await setup()
    const { mastodon, system, ada, db } = site
    const lake = await addToLibrary(site)
    const { id } = await site.create([medium(lake, 'A lake')])
    await sql`update media set state = 'archived'`.execute(db)
    await publishDue(system)
    const post = await ada.client.posts.read({ params: { id } })
    expect(post).toMatchObject({
      media: [{ media_id: lake, text: 'A lake', file: null }],
      targets: [{ state: 'failed', problem: 'media_gone' }],
    })
    expect(await site.notices(ada)).toEqual([
      expect.stringContaining('not in the library any more'),
    ])
    expect(mastodon.media.size).toBe(0)
    await sql`update media set state = 'published'`.execute(db)
    await ada.client.posts.retry({ params: { id } })
    await publishDue(system)
    expect(await site.targetOf(ada, id)).toMatchObject({ state: 'published', problem: null })
  })

  it('waits where the server does not take the file now, and says why it never will', async () => {
    await using site = await setup()
    const { mastodon, system, ada, clock } = site
    const { id } = await site.create([medium(await addToLibrary(site))])
    mastodon.answerNext('/api/v2/media', (response) => response.writeHead(503).end())
    await publishDue(system)
    expect(await site.targetOf(ada, id)).toMatchObject({ state: 'planned' })
    mastodon.answerNext('/api/v2/media', (response) =>
      response.writeHead(422).end('{"error":"Validation failed: File is broken"}'),
    )
    clock.shiftWall(hourMs)
    await publishDue(system)
    expect(await site.targetOf(ada, id)).toMatchObject({
      ...{ state: 'failed', problem: 'refused' },
      problem_text: 'It says: Validation failed: File is broken',
    })
    expect(mastodon.statuses.size).toBe(0)
  })

  it('is edited: other media, or none', async () => {
    await using site = await setup()
    const { ada } = site
    const [lake, dam] = [await addToLibrary(site), await addToLibrary(site, { title: 'Dam' })]
    const { id } = await site.create([medium(lake), medium(dam)], [ada.account], site.later(hourMs))
    const edit = async (media: NewPostMedia[]) => {
      const targets = [{ connected_account_id: ada.account }]
      const body = { text: 'Other', at: site.later(hourMs), targets, media }
      return (await ada.client.posts.edit({ params: { id }, body })).media
    }
    expect((await edit([medium(dam), medium(lake)])).map(({ title }) => title)).toEqual([
      ...['Dam', 'Lake'],
    ])
    expect(await edit([])).toEqual([])
  })

  it('is published once, however often its publisher is killed while it sends the file', async () => {
    await using site = await setup()
    const { mastodon, system, clock, ada } = site
    const lake = await addToLibrary(site, { bytes: new Uint8Array(200_000) })
    let kills = 0
    for (let round = 0; round < 30; round += 1) {
      const { id } = await site.create([medium(lake)])
      for (let process = 0; process < 3; process += 1) {
        const steps = { left: process === 2 ? Infinity : Math.floor(system.ids.random() * 7) }
        await publishDue(killedAfter(withoutKeys(system), steps)).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
        if (steps.left < 0) kills += 1
        clock.shiftWall(mediaClaimMs + 1)
      }
      await publishDue(withoutKeys(system))
      expect(await site.targetOf(ada, id)).toMatchObject({ state: 'published' })
      expect(mastodon.statuses.size).toBe(round + 1)
      const used = [...mastodon.statuses.values()].at(-1)?.media
      expect(used).toHaveLength(1)
    }
    expect(kills).toBeGreaterThan(10)
  }, 120_000)
})

class Killed extends Error {}

/** Each attempt has another key, as at channels that know no keys. */
function withoutKeys(ctx: PostsCtx): PostsCtx {
  const channelDrivers = new Map(
    [...ctx.channelDrivers].map(([id, driver]) => {
      const { publishing } = driver
      if (publishing === undefined) return [id, driver]
      const publish: typeof publishing.publish = (post) =>
        publishing.publish({ ...post, key: ctx.ids.secret() })
      return [id, { ...driver, publishing: { ...publishing, publish } }]
    }),
  )
  return { ...ctx, channelDrivers }
}

/** A process that dies after some steps: a transaction, a piece of a file, or a call and what came back. */
function killedAfter(ctx: PostsCtx, steps: { left: number }): PostsCtx {
  const step = () => {
    steps.left -= 1
    if (steps.left < 0) throw new Killed()
  }
  const channelDrivers = new Map(
    [...ctx.channelDrivers].map(([id, driver]) => {
      const { publishing } = driver
      if (publishing === undefined) return [id, driver]
      const publish: typeof publishing.publish = async (post) => {
        step()
        const published = await publishing.publish(post)
        step()
        return published
      }
      return [id, { ...driver, publishing: { ...publishing, publish } }]
    }),
  )
  const read: typeof ctx.files.read = async function* (key, range) {
    for await (const piece of ctx.files.read(key, range)) {
      yield piece
      step()
    }
  }
  return {
    ...ctx,
    channelDrivers,
    files: { ...ctx.files, read },
    transact: async (work) => {
      step()
      const result = await ctx.transact(work)
      step()
      return result
    },
  }
}

function medium(media_id: MediaId, text = ''): NewPostMedia {
  return { media_id, text }
}

async function setup(instance?: object) {
  const site = await withAmbassadors({ instance })
  site.mastodon.settings.looks = 0
  const ada: Ambassador = await site.ambassador()
  return {
    ...site,
    ada,
    /** Plans a post of ada for now. */
    create: (
      media: NewPostMedia[],
      accounts: readonly ConnectedAccountId[] = [ada.account],
      at: string = 'now',
    ) => {
      const targets = accounts.map((connected_account_id) => ({ connected_account_id }))
      const text = `Rendered ${site.system.ids.label()}`
      return ada.client.posts.create({ body: { text, at, media, targets } })
    },
  }
}
