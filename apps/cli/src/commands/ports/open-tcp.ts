import { readNetwork, type TcpPort } from '@gridloom/contract/ports/tcp-port'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findInstance } from '../../resolve/find-instance.ts'

interface OpenTcpOptions {
  allow?: readonly string[]
}

export function addOpenTcpPort(ports: Command, open: Open): void {
  ports
    .command('open-tcp')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('<port>', 'declared port', wholeNumber('The port', 1, 65_535))
    .summary('open a public TCP port')
    .description(
      'Open a public TCP port to a declared port, for the life of the instance, or change who may connect. Prints HOST:PORT.',
    )
    .option(
      '--allow <network>',
      'address or network that may connect; repeat for several (default: all)',
      collectNetwork,
    )
    .addHelpText(
      'after',
      examples(
        'ports open-tcp trial 5432',
        'ports open-tcp trial 5432 --allow 203.0.113.7 --allow 2001:db8::/32',
      ),
    )
    .action((instance: string, port: number, options: OpenTcpOptions, command: Command) =>
      openTcpPort(open(command), { wanted: instance, port }, options),
    )
}

async function openTcpPort(
  ctx: Ctx,
  { wanted, port }: { wanted: string; port: number },
  { allow: allowed = [] }: OpenTcpOptions,
): Promise<void> {
  const { id } = await findInstance(ctx, wanted)
  const address = await ctx.client.ports.openTcp({
    params: { id, port },
    body: { allowed: [...allowed] },
    signal: ctx.signal,
  })
  const who = allowed.length === 0 ? 'Everyone' : allowed.join(', ')
  ctx.output.note(`${who} can connect to port ${port} now. Undo: gridloom ports close-tcp`)
  await ctx.output.result(address, () => tcpText(address.tcp))
}

/** `HOST:PORT` of a public TCP port. */
export function tcpText(tcp: TcpPort | null): string {
  return tcp === null ? '—' : `${tcp.host}:${tcp.port}`
}

/** Adds one network to those collected so far. */
function collectNetwork(text: string, networks: readonly string[] = []): string[] {
  const network = readNetwork(text)
  if (network !== undefined) return [...networks, network]
  throw new UsageError(
    `--allow must be an address or a network such as 203.0.113.0/24, not "${text}".`,
  )
}
