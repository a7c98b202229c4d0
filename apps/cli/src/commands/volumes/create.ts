import { pause } from '@gridloom/async/pause'
import { limits } from '@gridloom/contract/core/constants'
import type { Volume } from '@gridloom/contract/volumes/volume'
import { VolumeName } from '@gridloom/contract/volumes/volume-name'
import { formatPerHour } from '@gridloom/domain/money-format'
import { volumePrice } from '@gridloom/domain/pricing'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, FailedError, UsageError, WaitedTooLongError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { projectOption } from '../../input/project-option.ts'
import { findOffer } from '../../resolve/find-offer.ts'

interface CreateOptions {
  offer: string
  size: number
  project?: string
  yes?: boolean
  wait?: boolean
}

const waitLimitS = 120
const lookEveryMs = 500

export function addCreateVolume(volumes: Command, open: Open): void {
  volumes
    .command('create')
    .argument('<name>', 'lower-case letters, digits, dots, dashes and underscores')
    .summary('create a volume')
    .description(
      'Create a volume on the machine of an offer. It is charged until it is deleted, whether an instance has it or not.',
    )
    .requiredOption('--offer <offer>', 'offer ID or machine name')
    .requiredOption(
      '--size <gb>',
      'size; it cannot be changed',
      wholeNumber('--size', limits.diskGbMin, limits.diskGbMax),
    )
    .option(...projectOption)
    .option('-y, --yes', 'skip the confirmation')
    .option('-w, --wait', 'wait until it can be attached')
    .addHelpText(
      'after',
      examples(
        'volumes create datasets --offer 8hjkmnpq --size 100',
        'volumes create cache --offer tower --size 20 --yes --wait',
      ),
    )
    .action((name: string, options: CreateOptions, command: Command) =>
      createVolume(open(command), name, options),
    )
}

async function createVolume(ctx: Ctx, wanted: string, options: CreateOptions): Promise<void> {
  const name = VolumeName.safeParse(wanted)
  if (!name.success) throw new UsageError(`${name.error.issues[0]?.message ?? 'Invalid name'}.`)
  const offer = await findOffer(ctx, options.offer)
  const { size, project } = options
  await agreeTo(ctx, { price: formatPerHour(volumePrice(offer, size)), yes: options.yes })
  const created = await ctx.client.volumes.create({
    body: { name: name.data, offer_id: offer.id, size_gb: size, project },
    signal: ctx.signal,
  })
  const volume = options.wait ? await untilReady(ctx, created) : created
  await ctx.output.result(volume, () =>
    volume.state === 'ready'
      ? `Created ${volume.name}. Attach it: gridloom rent ${offer.id} --volume ${volume.name}:/data`
      : `Creating ${volume.name}. Check its state: gridloom volumes list`,
  )
}

async function agreeTo(
  ctx: Ctx,
  { price, yes }: { price: string; yes: boolean | undefined },
): Promise<void> {
  if (yes) return
  if (!ctx.host.interactive || ctx.output.format === 'json')
    throw new UsageError(`This costs ${price}. Add --yes to skip the confirmation.`)
  const message = `This costs ${price} until you delete it. Create the volume?`
  if ((await ctx.host.prompts.confirm({ message })) === 'no')
    throw new CancelledError('Aborted. Nothing was created.')
}

async function untilReady(ctx: Ctx, first: Volume): Promise<Volume> {
  const endMs = ctx.host.nowMs() + waitLimitS * 1_000
  let volume = first
  while (volume.state === 'creating') {
    if (ctx.host.nowMs() > endMs) throw new WaitedTooLongError('The volume is not ready yet.')
    await pause(ctx.host.clock, lookEveryMs, ctx.signal)
    volume = await ctx.client.volumes.read({ params: { id: first.id }, signal: ctx.signal })
  }
  if (volume.state === 'ready') return volume
  throw new FailedError(`The volume failed: ${volume.failure ?? volume.state}.`)
}
