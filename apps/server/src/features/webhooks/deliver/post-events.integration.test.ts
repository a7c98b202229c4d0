import { webhookBody } from '@gridloom/contract/webhooks/events'
import { expect, it } from 'vitest'
import { withWebhooks } from '../../../../test/webhooks.ts'
import { missionClaimDecided } from '../../missions/index.ts'
import { postFailed, postGone, postPublished } from '../../posts/index.ts'

it('tells what became of a post and of a claim: where and how, and never its text', async () => {
  await using hooks = await withWebhooks()
  const { ids } = hooks.system
  const kinds = ['post.published', 'post.failed', 'post.gone', 'mission.claim_decided'] as const
  await hooks.create({ url: hooks.receiver.url, events: [...kinds] })
  const [post, claim, mission] = [ids.mint('post'), ids.mint('missionClaim'), ids.mint('mission')]
  const account = ids.mint('connectedAccount')
  const at = { connected_account_id: account, channel: 'mastodon' as const }
  const url = 'https://social.example/@ada/1'
  const accountId = hooks.account
  await hooks.record(
    postPublished.of({ subject: post, accountId, payload: { ...at, url } }),
    postFailed.of({ subject: post, accountId, payload: { ...at, problem: 'unavailable' } }),
    postGone.of({ subject: post, accountId, payload: { ...at, url } }),
    missionClaimDecided.of({
      ...{ subject: claim, accountId },
      payload: { mission_id: mission, reward_micro_usd: 2_000_000, state: 'rejected' },
    }),
  )
  await hooks.send()
  await hooks.send()
  const bodies = hooks.receiver.requests.map(({ body }) => JSON.parse(body ?? ''))
  const data = Object.fromEntries(bodies.map((body) => [body.type, body.data]))
  expect(data).toEqual({
    'post.published': { post_id: post, ...at, url },
    'post.failed': { post_id: post, ...at, problem: 'unavailable' },
    'post.gone': { post_id: post, ...at, url },
    'mission.claim_decided': {
      ...{ claim_id: claim, mission_id: mission, reward_micro_usd: 2_000_000, state: 'rejected' },
    },
  })
  for (const body of bodies) expect(webhookBody(body.type).safeParse(body).error).toBeUndefined()
})
