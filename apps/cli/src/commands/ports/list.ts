import type { PortAddress, PortAnswer } from '@gridloom/contract/ports/port-address'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { tcpText } from './open-tcp.ts'

export function addListPorts(ports: Command, open: Open): void {
  ports
    .command('list', { isDefault: true })
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('list the ports of an instance')
    .description(
      'List the declared ports of an instance: addresses, who may open them, and what answers now.',
    )
    .addHelpText('after', examples('ports list trial', 'ports list trial --json'))
    .action((instance: string, _options: object, command: Command) =>
      listPorts(open(command), instance),
    )
}

/** A port with what it answers. */
type AnsweredPort = PortAddress & { answer: PortAnswer }

async function listPorts(ctx: Ctx, wanted: string): Promise<void> {
  const { client, signal } = ctx
  const { id } = await findInstance(ctx, wanted)
  const addresses = await client.ports.list({ params: { id }, signal })
  const answered = await Promise.all(
    addresses.map(
      async (address): Promise<AnsweredPort> => ({
        ...address,
        answer: await client.ports.answer({ params: { id, port: address.port }, signal }),
      }),
    ),
  )
  await printList(ctx, answered, {
    empty: 'The template declares no ports. Forward any port: gridloom forward <instance> <port>',
    columns,
  })
}

const columns: readonly ListColumn<AnsweredPort>[] = [
  { title: 'PORT', align: 'right', cell: ({ port }) => ({ text: String(port), tone: 'strong' }) },
  { title: 'ACCESS', cell: ({ access }) => access },
  { title: 'LINKS', align: 'right', dropRank: 3, cell: ({ links }) => String(links) },
  { title: 'ANSWER', cell: ({ answer }) => answerText(answer) },
  { title: 'LATENCY', align: 'right', dropRank: 2, cell: ({ answer }) => latencyText(answer) },
  {
    title: 'TITLE',
    cutTo: 20,
    dropRank: 1,
    cell: ({ answer }) => (answer.kind === 'http' ? (answer.title ?? '—') : '—'),
  },
  { title: 'TCP', dropRank: 4, cell: ({ tcp }) => tcpText(tcp) },
  { title: 'ADDRESS', cell: ({ url }) => url ?? 'not served' },
]

function answerText(answer: PortAnswer): string {
  switch (answer.kind) {
    case 'http':
      return `HTTP ${answer.status}`
    case 'other':
      return 'no HTTP'
    case 'nothing':
      return 'nothing'
    case 'unavailable':
      return 'not ready'
  }
}

function latencyText(answer: PortAnswer): string {
  return 'latency_ms' in answer ? `${Math.round(answer.latency_ms)} ms` : '—'
}
