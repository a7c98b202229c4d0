import type { Channel, ConnectedAccount } from '@gridloom/contract/channels/connected-account'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { findConnectedAccount } from '../../resolve/find-connected-account.ts'

/** Adds `channels`: the accounts and pages on which one publishes. Accounts of platforms are connected in a browser. */
export function addChannels(program: Command, open: Open): void {
  const channels = program
    .command('channels')
    .summary('accounts and pages on which you publish')
    .description('Accounts of platforms and pages that are connected to your account.')
    .addHelpText('after', examples('channels list', 'channels connected'))
  channels
    .command('list')
    .summary('list channels')
    .description('List the channels, and why those are unavailable that are.')
    .addHelpText('after', examples('channels list'))
    .action((_options: object, command: Command) => listChannels(open(command)))
  channels
    .command('connected')
    .summary('list connected accounts')
    .description('List your connected accounts with their states.')
    .addHelpText('after', examples('channels connected', 'channels connected --json'))
    .action((_options: object, command: Command) => listConnected(open(command)))
  channels
    .command('proof')
    .argument('<url>', 'address of your page or feed')
    .summary('get the code for a page')
    .description('Get the code that proves that a page is yours, and where it goes.')
    .addHelpText('after', examples('channels proof https://blog.example/about'))
    .action((url: string, _options: object, command: Command) => showProof(open(command), url))
  channels
    .command('check')
    .argument('<url>', 'address that the code is for')
    .summary('look for the code, and connect the page')
    .description('Look for the code in a page, and connect the page where it is found.')
    .addHelpText('after', examples('channels check https://blog.example/about'))
    .action((url: string, _options: object, command: Command) => checkProof(open(command), url))
  channels
    .command('disconnect')
    .argument('<connected-account>', 'handle, ID or the end of an ID')
    .summary('disconnect an account')
    .description('Disconnect an account, and end its access at the channel.')
    .addHelpText('after', examples('channels disconnect @ada@social.example'))
    .action((account: string, _options: object, command: Command) =>
      disconnect(open(command), account),
    )
}

async function listChannels(ctx: Ctx): Promise<void> {
  const { channels } = await ctx.client.channels.list({ signal: ctx.signal })
  await printList(ctx, channels, { empty: 'No channels.', columns: channelColumns })
}

async function listConnected(ctx: Ctx): Promise<void> {
  const { accounts } = await ctx.client.channels.connected({ signal: ctx.signal })
  await printList(ctx, accounts, { empty: 'Nothing connected.', columns: accountColumns })
}

async function showProof(ctx: Ctx, url: string): Promise<void> {
  const request = { params: { channel: 'website' as const }, body: { url }, signal: ctx.signal }
  const proof = await ctx.client.channels.proof(request)
  await ctx.output.result(proof, () =>
    [
      `Put one of these in place at ${proof.url}:`,
      `  <meta name="gridloom-verify" content="${proof.code}">`,
      `  <a rel="me" href="${proof.me_url}">Gridloom</a>`,
      `  ${proof.code} in the description of a profile or feed, or as a line of ${proof.file_url}`,
      `Then: gridloom channels check ${proof.url}`,
    ].join('\n'),
  )
}

async function checkProof(ctx: Ctx, url: string): Promise<void> {
  const request = { params: { channel: 'website' as const }, body: { url }, signal: ctx.signal }
  const account = await ctx.client.channels.verify(request)
  await ctx.output.result(account, () => `${account.handle} is connected.`)
}

async function disconnect(ctx: Ctx, wanted: string): Promise<void> {
  const { id, handle } = await findConnectedAccount(ctx, wanted)
  const done = await ctx.client.channels.disconnect({ params: { id }, signal: ctx.signal })
  const rest = done.revoked ? '' : ' The channel did not confirm it: end the access there too.'
  await ctx.output.result(done, () => `${handle} is disconnected.${rest}`)
}

const channelColumns: ListColumn<Channel>[] = [
  { title: 'CHANNEL', cell: ({ id }) => id },
  { title: 'NAME', cell: ({ name }) => name },
  { title: 'CONNECTS', cell: ({ connects }) => connects ?? '-' },
  { title: 'UNAVAILABLE', cutTo: 60, cell: ({ obstacle }) => obstacle ?? '-' },
]

const accountColumns: ListColumn<ConnectedAccount>[] = [
  { title: 'ID', cell: ({ id }) => shortId(id) },
  { title: 'CHANNEL', cell: ({ channel }) => channel },
  { title: 'ACCOUNT', cutTo: 50, cell: ({ handle }) => handle },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'CHECKED', cell: ({ last_checked_at }) => formatTime(last_checked_at) },
  { title: 'PROBLEM', cutTo: 60, cell: ({ problem }) => problem ?? '-' },
]
