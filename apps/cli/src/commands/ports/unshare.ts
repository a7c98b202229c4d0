import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { instanceName } from '../instances/wait-for-instance.ts'

export function addUnsharePort(ports: Command, open: Open): void {
  ports
    .command('unshare')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('<port>', 'declared port', wholeNumber('The port', 1, 65_535))
    .summary('make a port private')
    .description('Make a port private: revokes its links and ends the connections of others.')
    .addHelpText('after', examples('ports unshare trial 8888'))
    .action((instance: string, port: number, _options: object, command: Command) =>
      unsharePort(open(command), instance, port),
    )
}

async function unsharePort(ctx: Ctx, wanted: string, port: number): Promise<void> {
  const instance = await findInstance(ctx, wanted)
  const address = await ctx.client.ports.change({
    params: { id: instance.id, port },
    body: { access: 'private' },
    signal: ctx.signal,
  })
  await ctx.output.result(address, () => `Port ${port} of ${instanceName(instance)} is private.`)
}
