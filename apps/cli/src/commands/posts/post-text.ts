import { channelNames } from '@gridloom/contract/channels/channel'
import type { Post, PostTarget } from '@gridloom/contract/posts/post'
import { formatLocal } from '../../input/local-time.ts'
import { shortId } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import type { ListColumn } from '../../output/print-list.ts'

/** The columns of a list of posts; times are those of a zone, which stands beside the list. */
export function postColumns(zone: string): ListColumn<Post>[] {
  return [
    { title: 'ID', cell: ({ id }) => shortId(id) },
    { title: 'TIME', cell: ({ at }) => formatLocal(at, zone).slice(0, 16) },
    { title: 'STATE', cell: ({ state }) => state },
    {
      title: 'ACCOUNTS',
      cutTo: 40,
      cell: ({ targets }) => targets.map(({ handle }) => handle).join(', '),
    },
    { title: 'TEXT', cutTo: 50, cell: ({ text }) => text },
  ]
}

/** A post with its state at each account. */
export function postText(draw: Draw, post: Post, zone: string): string {
  const facts = draw.facts([
    ['Post', post.id],
    ['Time', formatLocal(post.at, zone)],
    ['State', post.state],
  ])
  const columns = [
    ...[{ title: 'CHANNEL' }, { title: 'ACCOUNT', cutTo: 40 }, { title: 'STATE' }],
    { title: 'NOTE', cutTo: 90 },
  ]
  const rows = post.targets.map((target) => [
    ...[channelNames[target.channel], target.handle, target.state],
    noteOf(target, zone),
  ])
  const own = post.targets.flatMap(({ handle, text }) =>
    text === null ? [] : ['', `${handle}:`, text],
  )
  return [facts, '', post.text, ...own, '', draw.table(columns, rows)].join('\n')
}

function noteOf(target: PostTarget, zone: string): string {
  const { url, problem_text: problem, next_try_at: next, state, publishes } = target
  if (url !== null) return url
  const again = next === null ? '' : ` Next try: ${formatLocal(next, zone)}.`
  if (problem !== null) return `${problem}${again}`
  if (state === 'reminded') return 'Publish it, then: gridloom posts posted'
  if (!publishes && state === 'planned') return 'You are reminded to publish it yourself.'
  return again.trim() === '' ? '-' : again.trim()
}
