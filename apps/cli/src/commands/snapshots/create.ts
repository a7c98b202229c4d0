import { pause } from '@gridloom/async/pause'
import type { Snapshot } from '@gridloom/contract/snapshots/snapshot'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { FailedError, WaitedTooLongError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findInstance } from '../../resolve/find-instance.ts'

interface CreateOptions {
  name?: string
  wait?: boolean
  timeout?: number
}

const waitLimitS = 60 * 60
const lookEveryMs = 500

export function addCreateSnapshot(snapshots: Command, open: Open): void {
  snapshots
    .command('create')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('create a snapshot of an instance')
    .description(
      'Create a snapshot of an instance, running or stopped. A running one is paused while its files are read.',
    )
    .option('--name <name>', 'name (default: the label of the instance and the time)')
    .option('-w, --wait', 'wait until it is stored and show progress')
    .option('--timeout <s>', 'maximum time to wait', wholeNumber('--timeout', 1, 86_400))
    .addHelpText('after', examples('snapshots create trial --name "before the upgrade" --wait'))
    .action((wanted: string, options: CreateOptions, command: Command) =>
      createSnapshot(open(command), wanted, options),
    )
}

async function createSnapshot(ctx: Ctx, wanted: string, options: CreateOptions): Promise<void> {
  const { id, label } = await findInstance(ctx, wanted)
  const minute = new Date(ctx.host.nowMs()).toISOString().slice(0, 16).replace('T', ' ')
  const body = { name: options.name ?? `${label.slice(0, 60)} ${minute}` }
  const created = await ctx.client.snapshots.create({ params: { id }, body, signal: ctx.signal })
  const snapshot = options.wait
    ? await untilStored(ctx, created, options.timeout ?? waitLimitS)
    : created
  await ctx.output.result(snapshot, () =>
    snapshot.state === 'ready'
      ? `Created ${snapshot.name}: ${formatBytes(snapshot.stored_bytes)} stored.`
      : `Creating ${snapshot.name}. Check its state: gridloom snapshots list`,
  )
}

async function untilStored(ctx: Ctx, first: Snapshot, limitS: number): Promise<Snapshot> {
  const endMs = ctx.host.nowMs() + limitS * 1_000
  let snapshot = first
  while (snapshot.state === 'creating') {
    ctx.output.progress(`creating: ${formatBytes(snapshot.raw_bytes)} read`)
    if (ctx.host.nowMs() > endMs) throw new WaitedTooLongError('The snapshot is not stored yet.')
    await pause(ctx.host.clock, lookEveryMs, ctx.signal)
    snapshot = await ctx.client.snapshots.read({ params: { id: first.id }, signal: ctx.signal })
  }
  if (snapshot.state === 'ready') return snapshot
  throw new FailedError(`The snapshot failed: ${snapshot.failure ?? snapshot.state}.`)
}
