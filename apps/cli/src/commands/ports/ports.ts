import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCloseTcpPort } from './close-tcp.ts'
import { addPortLinks } from './links.ts'
import { addListPorts } from './list.ts'
import { addOpenTcpPort } from './open-tcp.ts'
import { addSharePort } from './share.ts'
import { addUnsharePort } from './unshare.ts'

/** Adds `ports`: the addresses of an instance's declared ports, and who may open them. */
export function addPorts(program: Command, open: Open): void {
  const ports = program
    .command('ports')
    .summary('show and share the port addresses of an instance')
    .description(
      'Show the addresses of the ports that an instance declares, and share them, also as public TCP ports. For any other port, see: gridloom forward',
    )
    .addHelpText(
      'after',
      examples(
        'ports trial',
        'ports share trial 8888 --for 7d',
        'ports share trial 8888 --public',
        'ports unshare trial 8888',
        'ports open-tcp trial 5432 --allow 203.0.113.0/24',
      ),
    )
  addListPorts(ports, open)
  addSharePort(ports, open)
  addPortLinks(ports, open)
  addUnsharePort(ports, open)
  addOpenTcpPort(ports, open)
  addCloseTcpPort(ports, open)
}
