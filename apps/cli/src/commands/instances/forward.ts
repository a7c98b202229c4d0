import { ApiError } from '@gridloom/client/api-error'
import { openTunnel } from '@gridloom/client/tunnel'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { parseForward } from '../../input/parse-values.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { forwardPort } from './forward-port.ts'
import { instanceName } from './wait-for-instance.ts'

export function addForward(program: Command, open: Open): void {
  program
    .command('forward')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('<local:remote>', 'local and remote port; one number is used for both')
    .summary('forward a local port to an instance')
    .description('Forward a local TCP port to an instance until you press Ctrl-C.')
    .addHelpText('after', examples('forward trial 8888', 'forward trial 8080:80'))
    .action((instance: string, ports: string, _options: object, command: Command) =>
      forward(open(command), instance, ports),
    )
}

async function forward(ctx: Ctx, wanted: string, ports: string): Promise<void> {
  const { localPort, remotePort } = parseForward(ports)
  const instance = await findInstance(ctx, wanted)
  await forwardPort({
    localPort,
    clock: ctx.host.clock,
    signal: ctx.signal,
    openTunnel: () =>
      openTunnel(ctx.client, {
        instanceId: instance.id,
        port: remotePort,
        signal: ctx.signal,
      }),
    onProblem(error) {
      const text = error instanceof Error ? error.message : String(error)
      const code = error instanceof ApiError ? error.code : 'network'
      ctx.output.error({ code, text })
    },
    onListening(port) {
      ctx.output.note(
        `Forwarding 127.0.0.1:${port} to port ${remotePort} of ${instanceName(instance)}. Press Ctrl-C to stop.`,
      )
    },
  })
}
