import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { instanceName } from '../instances/wait-for-instance.ts'

export function addCloseTcpPort(ports: Command, open: Open): void {
  ports
    .command('close-tcp')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('<port>', 'declared port', wholeNumber('The port', 1, 65_535))
    .summary('give a public TCP port back')
    .description('Give the public TCP port of a declared port back. Its connections end.')
    .addHelpText('after', examples('ports close-tcp trial 5432'))
    .action((instance: string, port: number, _options: object, command: Command) =>
      closeTcpPort(open(command), instance, port),
    )
}

async function closeTcpPort(ctx: Ctx, wanted: string, port: number): Promise<void> {
  const instance = await findInstance(ctx, wanted)
  await ctx.client.ports.closeTcp({ params: { id: instance.id, port }, signal: ctx.signal })
  const done = `Port ${port} of ${instanceName(instance)} has no public TCP port any more.`
  await ctx.output.result({}, () => done)
}
