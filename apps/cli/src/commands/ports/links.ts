import type { PortLink } from '@gridloom/contract/ports/port-address'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { chooseOne } from '../../resolve/choose-one.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { instanceName } from '../instances/wait-for-instance.ts'

/** Adds `links`, which lists the links to a port, and `revoke-link`. */
export function addPortLinks(ports: Command, open: Open): void {
  ports
    .command('links')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('<port>', 'declared port', wholeNumber('The port', 1, 65_535))
    .summary('list the links to a port')
    .description('List the valid links to a port, newest first. Times are UTC.')
    .addHelpText('after', examples('ports links trial 8888', 'ports links trial 8888 --json'))
    .action(async (wanted: string, port: number, _options: object, command: Command) => {
      const ctx = open(command)
      const { id } = await findInstance(ctx, wanted)
      const links = await ctx.client.ports.links({ params: { id, port }, signal: ctx.signal })
      await printList(ctx, links, {
        empty: `No links. Create one: gridloom ports share ${wanted} ${port}`,
        columns,
      })
    })
  ports
    .command('revoke-link')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('<port>', 'declared port', wholeNumber('The port', 1, 65_535))
    .argument('<link>', 'note, ID, or start or end of an ID')
    .summary('revoke one link to a port')
    .description('Revoke one link to a port at once. Connections that were opened with it end.')
    .addHelpText('after', examples('ports revoke-link trial 8888 7xyz0123'))
    .action(
      async (
        wanted: string,
        port: number,
        wantedLink: string,
        _options: object,
        command: Command,
      ) => {
        const ctx = open(command)
        const instance = await findInstance(ctx, wanted)
        const params = { id: instance.id, port }
        const links = await ctx.client.ports.links({ params, signal: ctx.signal })
        const named = links.map(({ id, note }) => ({ id, name: note }))
        const { id } = chooseOne(named, wantedLink, 'link')
        const call = { params: { ...params, link_id: id }, signal: ctx.signal }
        await ctx.client.ports.revokeLink(call)
        await ctx.output.result(
          {},
          () => `Revoked link ${shortId(id)} to port ${port} of ${instanceName(instance)}.`,
        )
      },
    )
}

const columns: readonly ListColumn<PortLink>[] = [
  { title: 'LINK', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  { title: 'NOTE', cutTo: 30, cell: ({ note }) => note || '—' },
  { title: 'CREATED', dropRank: 1, cell: ({ created_at: at }) => formatTime(at) },
  { title: 'EXPIRES', cell: ({ expires_at: at }) => formatTime(at) },
]
