import { type Post, PostState } from '@gridloom/contract/posts/post'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { shortId } from '../../output/format.ts'
import { printList } from '../../output/print-list.ts'
import { findConnectedAccount } from '../../resolve/find-connected-account.ts'
import { findPost } from '../../resolve/find-post.ts'
import { postColumns, postText } from './post-text.ts'
import { addWritePost } from './write-post.ts'

interface ListOptions {
  state?: PostState
  page?: number
}

/** Adds `posts`: what is planned and published on connected accounts. */
export function addPosts(program: Command, open: Open): void {
  const posts = program
    .command('posts')
    .summary('plan and publish posts')
    .description('Posts on your connected accounts: planned, published, and those that failed.')
    .addHelpText(
      'after',
      examples(
        'posts list --state failed',
        'posts create --to @ada@social.example --text "Hi #ad"',
      ),
    )
  posts
    .command('list')
    .summary('list posts')
    .description('List your posts, latest first.')
    .option(
      '--state <state>',
      'posts with an account in a state, such as planned',
      oneOf('--state', PostState.options),
    )
    .option('--page <number>', 'page of 20 (default: 1)', wholeNumber('--page', 1, 10_000))
    .addHelpText('after', examples('posts list', 'posts list --state planned --json'))
    .action((options: ListOptions, command: Command) => listPosts(open(command), options))
  addOnPost(posts, open, {
    ...{ verb: 'show', summary: 'show a post', run: async (_ctx, post) => post },
    description: 'Show a post with its state at each account.',
  })
  addWritePost(posts, open)
  addOnPost(posts, open, {
    ...{ verb: 'cancel', summary: 'cancel a post' },
    description: 'Cancel what is still planned of a post.',
    run: (ctx, { id }) => ctx.client.posts.cancel({ params: { id }, signal: ctx.signal }),
  })
  addOnPost(posts, open, {
    ...{ verb: 'retry', summary: 'try again what failed' },
    description:
      'Try again now what failed of a post. What may have been published is looked for first.',
    run: (ctx, { id }) => ctx.client.posts.retry({ params: { id }, signal: ctx.signal }),
  })
  posts
    .command('posted')
    .argument('<post>', 'ID, or start or end of an ID')
    .argument('<connected-account>', 'handle, ID or the end of an ID')
    .argument('<url>', 'public address of the post')
    .summary('name a post that you published yourself')
    .description('Name the public address of a post that you published yourself. It is read.')
    .addHelpText(
      'after',
      examples('posts posted 8hjkmnpq blog.example https://blog.example/gridloom'),
    )
    .action((post: string, account: string, url: string, _options: object, command: Command) =>
      markPosted(open(command), { post, account, url }),
    )
}

interface OnPost {
  readonly verb: 'show' | 'cancel' | 'retry'
  readonly summary: string
  readonly description: string
  readonly run: (ctx: Ctx, post: Post) => Promise<Post>
}

function addOnPost(posts: Command, open: Open, { verb, summary, description, run }: OnPost): void {
  posts
    .command(verb)
    .argument('<post>', 'ID, or start or end of an ID')
    .summary(summary)
    .description(description)
    .addHelpText('after', examples(`posts ${verb} 8hjkmnpq`))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      await printPost(ctx, await run(ctx, await findPost(ctx, wanted)))
    })
}

async function listPosts(ctx: Ctx, { state, page = 1 }: ListOptions): Promise<void> {
  const query = { page, page_size: 20, ...(state === undefined ? {} : { state }) }
  const { posts, total } = await ctx.client.posts.list({ query, signal: ctx.signal })
  const columns = postColumns(ctx.host.timeZone)
  await printList(ctx, posts, { empty: 'No posts. Plan one: gridloom posts create', columns })
  if (posts.length > 0)
    ctx.output.note(`${posts.length} of ${total}. Times are in ${ctx.host.timeZone}.`)
}

async function markPosted(
  ctx: Ctx,
  wanted: { post: string; account: string; url: string },
): Promise<void> {
  const { id } = await findPost(ctx, wanted.post)
  const account = await findConnectedAccount(ctx, wanted.account)
  const body = { connected_account_id: account.id, url: wanted.url }
  const post = await ctx.client.posts.posted({ params: { id }, body, signal: ctx.signal })
  await ctx.output.result(post, () => `Post ${shortId(id)} is published at ${account.handle}.`)
}

async function printPost(ctx: Ctx, post: Post): Promise<void> {
  await ctx.output.result(post, (draw) => postText(draw, post, ctx.host.timeZone))
}
