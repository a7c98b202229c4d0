import { formatUsd } from '@gridloom/domain/money-format'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'

export function addDepositAddress(deposits: Command, open: Open): void {
  deposits
    .command('address')
    .argument('[network]', 'name or number of the network; needed where there are several')
    .summary('show your deposit address')
    .description(
      'Show the address of your account to send stablecoins to. It is created at the first call and stays the same.',
    )
    .addHelpText('after', examples('deposits address', 'deposits address "BNB Smart Chain"'))
    .action((network: string | undefined, _options: object, command: Command) =>
      showAddress(open(command), network),
    )
}

async function showAddress(ctx: Ctx, network: string | undefined): Promise<void> {
  const { signal } = ctx
  const { chain } = chosen(await ctx.client.deposits.options({ signal }), network)
  const made = await ctx.client.deposits.createAddress({ body: { chain_id: chain.id }, signal })
  const symbols = made.tokens.map(({ symbol }) => symbol).join(', ')
  await ctx.output.result(made, (draw) =>
    draw.facts([
      ['Address', draw.paint(checksumAddress(made.address ?? ''), 'strong')],
      ['Network', chain.name],
      ['Tokens', `${symbols}; others are not credited`],
      ['Minimum', formatUsd(made.minimum_micro_usd)],
      [
        'Credited',
        made.finality === 'finalized'
          ? 'when the network has finalized the block'
          : `after ${made.finality} confirmations`,
      ],
    ]),
  )
}

function chosen<T extends { chain: { id: number; name: string } }>(
  options: readonly T[],
  network: string | undefined,
): T {
  if (options.length === 0)
    throw new UsageError('Deposits are not set up here. Credit is given by the operator.')
  const wanted = network?.toLowerCase()
  const found = options.filter(
    ({ chain }) =>
      wanted === undefined || chain.name.toLowerCase() === wanted || String(chain.id) === wanted,
  )
  const [one] = found
  if (one !== undefined && found.length === 1) return one
  const names = options.map(({ chain }) => chain.name).join(', ')
  throw new UsageError(`Choose a network: ${names}`)
}
