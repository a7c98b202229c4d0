import { openSshConnection } from '@gridloom/client/ssh-connection'
import { InstanceId } from '@gridloom/contract/core/ids'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { carryTunnel } from '../shared/carry-tunnel.ts'

export function addProxy(program: Command, open: Open): void {
  program
    .command('proxy')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('connect standard input and output to the SSH server of an instance')
    .description(
      'Connect standard input and output to the SSH server inside an instance, over HTTPS. For ProxyCommand in ~/.ssh/config, which `gridloom ssh-config` writes.',
    )
    .addHelpText('after', examples('proxy trial'))
    .action((instance: string, _options: object, command: Command) =>
      proxy(open(command), instance),
    )
}

async function proxy(ctx: Ctx, wanted: string): Promise<void> {
  const isWhole = InstanceId.safeParse(wanted).success
  const instanceId = isWhole ? wanted : (await findInstance(ctx, wanted)).id
  const { signal } = ctx
  const connection = await openSshConnection(ctx.client, { instanceId, signal })
  const { clock } = ctx.host
  const streams = ctx.host.standardStreams()
  const end = await carryTunnel(streams, connection, { clock, signal })
  // An input that is still open would keep this program running.
  streams.input.destroy()
  if (end.kind === 'closed' && end.code !== closedNormally)
    throw new FailedError(end.reason || 'The connection to the instance was lost.')
}

/** RFC 6455, 7.4.1. */
const closedNormally = 1000
