import { limits } from '@gridloom/contract/core/constants'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { shortId } from '../../output/format.ts'
import { findOffer } from '../../resolve/find-offer.ts'
import { findSnapshot } from '../../resolve/find-snapshot.ts'
import { waitForInstance, waitLimitS } from '../instances/wait-for-instance.ts'
import { agreeToPrice } from '../shared/agree-to-price.ts'

interface RentOptions {
  disk?: number
  slots?: number
  label?: string
  yes?: boolean
  wait?: boolean
}

export function addRentSnapshot(snapshots: Command, open: Open): void {
  snapshots
    .command('rent')
    .argument('<snapshot>', 'name, ID, or start or end of an ID')
    .argument('<offer>', 'offer ID or machine name')
    .summary('rent an instance that begins with a snapshot')
    .description('Rent an instance that begins with the disk and the settings of a snapshot.')
    .option(
      '--disk <gb>',
      'disk size (default: that of the snapshot’s instance)',
      wholeNumber('--disk', limits.diskGbMin, limits.diskGbMax),
    )
    .option(
      '--slots <n>',
      'number of slots (default: 1)',
      wholeNumber('--slots', 1, limits.slotsPerInstance),
    )
    .option('--label <text>', `label, at most ${limits.labelChars} characters`)
    .option('-y, --yes', 'skip the confirmation')
    .option('-w, --wait', 'wait until it is ready and show progress')
    .addHelpText(
      'after',
      examples('snapshots rent "before the upgrade" 8hjkmnpq --label trial-2 --wait'),
    )
    .action((wanted: string, offer: string, options: RentOptions, command: Command) =>
      rentSnapshot(open(command), { wanted, offer, options }),
    )
}

async function rentSnapshot(
  ctx: Ctx,
  { wanted, offer, options }: { wanted: string; offer: string; options: RentOptions },
): Promise<void> {
  const snapshot = await findSnapshot(ctx, wanted)
  const { id: offer_id } = await findOffer(ctx, offer)
  const size = { offer_id, slots: options.slots ?? 1, disk_gb: options.disk ?? snapshot.disk_gb }
  const quote = await ctx.client.market.quote({ body: size, signal: ctx.signal })
  await agreeToPrice(ctx, quote, { yes: options.yes, message: 'Rent this instance?' })
  const { instance } = await ctx.client.snapshots.order({
    params: { id: snapshot.id },
    body: { ...size, quote_id: quote.id, label: options.label ?? '' },
    headers: { 'idempotency-key': ctx.host.newKey() },
    signal: ctx.signal,
  })
  const shown = options.wait
    ? await waitForInstance(ctx, instance, { goal: 'ready', limitS: waitLimitS })
    : instance
  await ctx.output.result(shown, () => {
    const short = shortId(shown.id)
    return shown.ready
      ? `${shown.id} is ready. Open a shell: gridloom shell ${short}`
      : `Created ${shown.id}. Check its status: gridloom inspect ${short}`
  })
}
