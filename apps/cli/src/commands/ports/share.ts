import { portLinkDaysMax } from '@gridloom/contract/ports/port-address'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseDuration, wholeNumber } from '../../input/parse-values.ts'
import { formatTime } from '../../output/format.ts'
import { findInstance } from '../../resolve/find-instance.ts'

interface ShareOptions {
  public?: boolean
  for?: number
  note?: string
}

const dayS = 24 * 60 * 60

export function addSharePort(ports: Command, open: Open): void {
  ports
    .command('share')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('<port>', 'declared port', wholeNumber('The port', 1, 65_535))
    .summary('share a port by link, or with everyone')
    .description(
      'Create a link that anyone can open until it expires, or make a port public. Prints the link or the address.',
    )
    .option('--for <duration>', 'when the link expires: 30m, 12h or 7d (default: 1d)', (text) =>
      parseDuration(text, { what: '--for', minS: 60, maxS: portLinkDaysMax * dayS }),
    )
    .option('--note <text>', 'whom the link is for, shown only to you')
    .option('--public', 'let everyone open it, without a link')
    .addHelpText(
      'after',
      examples(
        'ports share trial 8888',
        'ports share trial 8888 --for 7d --note "Design review"',
        'ports share trial 8888 --public',
      ),
    )
    .action((instance: string, port: number, options: ShareOptions, command: Command) =>
      sharePort(open(command), { wanted: instance, port }, options),
    )
}

async function sharePort(
  ctx: Ctx,
  { wanted, port }: { wanted: string; port: number },
  options: ShareOptions,
): Promise<void> {
  if (options.public && (options.for !== undefined || options.note !== undefined))
    throw new UsageError('--public has no link, so it cannot be combined with --for and --note.')
  const { id } = await findInstance(ctx, wanted)
  const call = { params: { id, port }, signal: ctx.signal }
  if (options.public) {
    const address = await ctx.client.ports.change({ ...call, body: { access: 'public' } })
    ctx.output.note(`Everyone can open port ${port} now. Undo: gridloom ports unshare`)
    return ctx.output.result(address, () => address.url ?? 'This server serves no addresses.')
  }
  const { for: lifeS = dayS, note = '' } = options
  const created = await ctx.client.ports.createLink({
    ...call,
    body: { expires_in_s: lifeS, note },
  })
  ctx.output.note(
    `Anyone with this link can open port ${port} until ${formatTime(created.link.expires_at)}:`,
  )
  await ctx.output.result(created, () => created.url)
}
