import { channelNames } from '@gridloom/contract/channels/channel'
import { MediaId } from '@gridloom/contract/core/ids'
import { type Media, MediaCondition } from '@gridloom/contract/media/media'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

interface ListOptions {
  filter?: MediaCondition
  page?: string
}

/** Adds `media`: the media library, and the posts that use it. */
export function addMedia(program: Command, open: Open): void {
  const media = program
    .command('media')
    .summary('the media library for posts')
    .description('Videos, pictures and texts for posts, and the posts that use them.')
    .addHelpText('after', examples('media list', 'media list launch --filter video'))
  media
    .command('list')
    .argument('[title]', 'part of a title')
    .summary('list media')
    .description('List published media, newest first.')
    .option(
      '--filter <kind>',
      'a kind or a platform, such as video or bluesky',
      oneOf('--filter', MediaCondition.options),
    )
    .option('--page <number>', 'page of 20 (default: 1)')
    .addHelpText('after', examples('media list', 'media list launch --filter bluesky'))
    .action((title: string | undefined, options: ListOptions, command: Command) =>
      listMedia(open(command), title ?? '', options),
    )
  media
    .command('post')
    .argument('<id>', 'media')
    .argument('<address>', 'public address of the post')
    .summary('list a post that uses media')
    .description('List a public post that uses a medium.')
    .addHelpText('after', examples('media post med_01… https://bsky.app/profile/ada/post/3k7'))
    .action((id: string, address: string, _options: object, command: Command) =>
      addPost(open(command), { id, address }),
    )
}

const columns: readonly ListColumn<Media>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'KIND', cell: ({ kind }) => kind },
  { title: 'TITLE', cell: ({ title }) => title },
  {
    title: 'PLATFORMS',
    cell: ({ platforms }) => platforms.map((one) => channelNames[one]).join(', '),
  },
  { title: 'POSTS', cell: ({ active_posts: posts }) => String(posts.length) },
]

async function listMedia(ctx: Ctx, title: string, { filter, page }: ListOptions): Promise<void> {
  const query = {
    ...{ media_title: title, page: Number(page ?? 1) },
    ...(filter === undefined ? {} : { condition: filter }),
  }
  const { media } = await ctx.client.media.filter({ query, signal: ctx.signal })
  await printList(ctx, media, { empty: 'No media.', columns })
}

async function addPost(ctx: Ctx, { id, address }: { id: string; address: string }): Promise<void> {
  const params = { id: MediaId.parse(id) }
  const body = { post_link: address }
  const post = await ctx.client.media.addPost({ params, body, signal: ctx.signal })
  await ctx.output.result(post, () => `Listed ${post.post_link} (${channelNames[post.platform]}).`)
}
