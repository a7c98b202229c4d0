import type { ConnectedAccountId } from '@gridloom/contract/core/ids'
import type { NewPost, Post } from '@gridloom/contract/posts/post'
import { countText } from '@gridloom/domain/posts/count-text'
import { type Command, Option } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatLocal, parseTime, parseZone } from '../../input/local-time.ts'
import { several } from '../../input/parse-values.ts'
import { shortId } from '../../output/format.ts'
import { findConnectedAccount } from '../../resolve/find-connected-account.ts'
import { findPost } from '../../resolve/find-post.ts'

interface WriteOptions {
  to?: string[]
  text?: string
  file?: string
  at?: string
  timeZone?: string
}

/** Adds `create` and `edit`. */
export function addWritePost(posts: Command, open: Open): void {
  withOptions(posts.command('create'))
    .summary('plan or publish a post')
    .description(
      'Plan a post, or publish it now. The text is that of --text, of --file, or standard input. Channels that are published to by hand remind you.',
    )
    .addHelpText(
      'after',
      examples(
        'posts create --to @ada@social.example --text "I render here #ad" --at "2026-12-01 09:00"',
        'posts create --to @ada.example --to blog.example --file post.txt --at now',
        'posts create --to @ada@social.example < post.txt',
      ),
    )
    .action((options: WriteOptions, command: Command) => createPost(open(command), options))
  withOptions(posts.command('edit').argument('<post>', 'ID, or start or end of an ID'))
    .summary('change a planned post')
    .description('Change a post of which nothing was published. What is left out stays.')
    .addHelpText(
      'after',
      examples(
        'posts edit 8hjkmnpq --at "2026-12-01 09:00"',
        'posts edit 8hjkmnpq --file post.txt',
      ),
    )
    .action((post: string, options: WriteOptions, command: Command) =>
      editPost(open(command), post, options),
    )
}

function withOptions(command: Command): Command {
  return command
    .option('--to <account>', 'handle or ID of a connected account; repeat for several', several)
    .addOption(new Option('--text <text>', 'the text').conflicts('file'))
    .option('--file <file>', 'file with the text; - for standard input')
    .option('--at <time>', 'now, "2026-12-01 09:00", or RFC 3339 (default: now)')
    .option('--time-zone <zone>', 'time zone of --at (default: that of this computer)')
}

async function createPost(ctx: Ctx, options: WriteOptions): Promise<void> {
  const { to = [] } = options
  if (to.length === 0) throw new UsageError('Specify an account: --to @ada@social.example')
  const at = timeIn(ctx, options) ?? 'now'
  const text = await textIn(ctx, options, 'standard input')
  const targets = await targetsOf(ctx, to)
  const post = { text, at, targets }
  await requireFits(ctx, post)
  await printWritten(ctx, await ctx.client.posts.create({ body: post, signal: ctx.signal }))
}

async function editPost(ctx: Ctx, wanted: string, options: WriteOptions): Promise<void> {
  const { to, text, file } = options
  const at = timeIn(ctx, options)
  const isRewritten = to !== undefined || text !== undefined || file !== undefined
  if (!isRewritten && at === undefined)
    throw new UsageError('Specify what to change: --text, --file, --at or --to')
  const before = await findPost(ctx, wanted)
  const call = { params: { id: before.id }, signal: ctx.signal }
  if (!isRewritten && at !== undefined)
    return printWritten(ctx, await ctx.client.posts.reschedule({ ...call, body: { at } }))
  const kept = before.targets.map(({ connected_account_id, text: own }) => ({
    ...{ connected_account_id, text: own },
  }))
  const targets =
    to === undefined
      ? kept
      : (await targetsOf(ctx, to)).map(
          (target) =>
            kept.find((one) => one.connected_account_id === target.connected_account_id) ?? target,
        )
  const media = before.media.map(({ media_id, text: alternative }) => ({
    ...{ media_id, text: alternative },
  }))
  const post = {
    ...{ text: await textIn(ctx, options, before.text), at: at ?? before.at, targets, media },
  }
  await requireFits(ctx, post)
  await printWritten(ctx, await ctx.client.posts.edit({ ...call, body: post }))
}

function timeIn({ host }: Ctx, { at, timeZone }: WriteOptions): string | undefined {
  const zone = timeZone === undefined ? host.timeZone : parseZone(timeZone)
  return at === undefined ? undefined : parseTime(at, { what: '--at', zone })
}

/** @param otherwise the text where none is given, or `standard input` */
async function textIn(
  { host }: Ctx,
  { text, file }: WriteOptions,
  otherwise: string,
): Promise<string> {
  if (text !== undefined) return text
  if (file === undefined && otherwise !== 'standard input') return otherwise
  const read =
    file === undefined || file === '-' ? await host.readStdin() : await host.readFile(file)
  if (read === undefined) throw new UsageError(`--file ${file} can't be read.`)
  if (read.trim() === '') throw new UsageError('The text is empty: use --text or --file.')
  return read.trimEnd()
}

async function targetsOf(
  ctx: Ctx,
  wanted: readonly string[],
): Promise<{ connected_account_id: ConnectedAccountId; text: string | null }[]> {
  const found = []
  for (const one of wanted) found.push(await findConnectedAccount(ctx, one))
  return [...new Set(found.map(({ id }) => id))].map((connected_account_id) => ({
    ...{ connected_account_id, text: null },
  }))
}

/** Names every account for which a text is too long; the server names the first. */
async function requireFits(ctx: Ctx, { text, targets }: Pick<NewPost, 'text' | 'targets'>) {
  const query = { days: 1 }
  const { connected_accounts: accounts } = await ctx.client.posts.calendar({
    ...{ query, signal: ctx.signal },
  })
  const tooLong = targets.flatMap(({ connected_account_id: id, text: own }) => {
    const account = accounts.find((one) => one.id === id)
    if (account?.limits == null) return []
    const length = countText(own ?? text, account.limits)
    if (length <= account.limits.text_max) return []
    return [`  ${account.handle}: ${length} of ${account.limits.text_max} characters`]
  })
  if (tooLong.length > 0)
    throw new UsageError(['The text is too long. Shorten it.', ...tooLong].join('\n'))
}

async function printWritten(ctx: Ctx, post: Post): Promise<void> {
  const handles = post.targets.map(({ handle }) => handle).join(', ')
  await ctx.output.result(
    post,
    () =>
      `Post ${shortId(post.id)}: ${post.state}, ${formatLocal(post.at, ctx.host.timeZone)}, on ${handles}.`,
  )
}
