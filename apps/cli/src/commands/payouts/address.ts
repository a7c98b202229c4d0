import type { PayoutAddresses } from '@gridloom/contract/wallet/payout-address'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'

interface AddressOptions {
  cancel?: boolean
}

export function addPayoutAddress(payouts: Command, open: Open): void {
  payouts
    .command('address')
    .argument('[wallet]', 'label or address of a linked wallet')
    .summary('show or change the payout address')
    .description(
      'Show the payout address, or choose a linked wallet. A change takes effect after a wait, usually 24 hours. Link wallets in the browser.',
    )
    .option('--cancel', 'cancel a change that has not taken effect')
    .addHelpText('after', examples('payouts address', 'payouts address Ledger'))
    .action((wanted: string | undefined, options: AddressOptions, command: Command) =>
      address(open(command), wanted, options),
    )
}

async function address(
  ctx: Ctx,
  wanted: string | undefined,
  { cancel }: AddressOptions,
): Promise<void> {
  const { signal } = ctx
  if (cancel === true && wanted !== undefined)
    throw new UsageError('Give a wallet or --cancel, not both.')
  const { wallet } = ctx.client
  if (cancel === true) return show(ctx, await wallet.cancelPayoutAddress({ signal }))
  if (wanted === undefined) return show(ctx, await wallet.payoutAddress({ signal }))
  const wallet_id = await findWallet(ctx, wanted)
  return show(ctx, await wallet.changePayoutAddress({ body: { wallet_id }, signal }))
}

async function findWallet(ctx: Ctx, wanted: string) {
  const wallets = await ctx.client.auth.wallets({ signal: ctx.signal })
  const [found, ...more] = wallets.filter(
    ({ id, label, address }) =>
      id === wanted || label === wanted || address.toLowerCase() === wanted.toLowerCase(),
  )
  if (found === undefined) throw new NotFoundError(`No linked wallet matches "${wanted}".`)
  if (more.length > 0) throw new NotFoundError(`Several wallets match "${wanted}". Use an address.`)
  return found.id
}

async function show(ctx: Ctx, addresses: PayoutAddresses): Promise<void> {
  const { current, pending } = addresses
  const facts: [string, string][] = [
    ['Address', current === null ? 'none in effect' : checksumAddress(current.address)],
  ]
  if (pending !== null)
    facts.push([`From ${formatTime(pending.effective_at)}`, checksumAddress(pending.address)])
  await ctx.output.result(addresses, (draw) => draw.facts(facts))
}
