import { join } from 'node:path'
import { ApiError } from '@gridloom/client/api-error'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findInstances } from '../../resolve/find-instance.ts'
import { configText, type HostEntry, includeLine, withInclude } from './config-text.ts'
import { type HostKey, hostKeysIn, isPlainKey, knownHostsText } from './known-hosts.ts'

interface SshConfigOptions {
  write?: boolean
  program: string
}

export function addSshConfig(program: Command, open: Open): void {
  program
    .command('ssh-config')
    .argument('[instances...]', 'labels, IDs, or starts or ends of IDs (default: all)')
    .summary('configure SSH that only the instance can decrypt')
    .description(
      'Print entries for ~/.ssh/config that connect to the SSH server inside each instance. The connection is encrypted up to the instance and needs nothing but HTTPS. Host keys are stored in ~/.ssh/gridloom/known_hosts.',
    )
    .option('--write', 'store the entries in ~/.ssh/gridloom, and include them in ~/.ssh/config')
    .option('--program <path>', 'the gridloom program that ssh runs', 'gridloom')
    .addHelpText('after', examples('ssh-config', 'ssh-config --write && ssh trial.gridloom'))
    .action((instances: string[], options: SshConfigOptions, command: Command) =>
      writeSshConfig(open(command), instances, options),
    )
}

async function writeSshConfig(
  ctx: Ctx,
  wanted: readonly string[],
  { write, program }: SshConfigOptions,
): Promise<void> {
  const folder = join(ctx.host.home, '.ssh', 'gridloom')
  const known = join(folder, 'known_hosts')
  const instances =
    wanted.length > 0
      ? await findInstances(ctx, wanted)
      : await ctx.client.instances.list({ signal: ctx.signal })
  const before = hostKeysIn((await ctx.host.readFile(known)) ?? '')
  const entries = await entriesOf(ctx, instances, before)
  const keys = new Map([...before, ...entries.map(({ id, key }) => [id, key] as const)])
  await ctx.host.files.replace(known, knownHostsText(keys))
  const text = configText(entries, { program, serverUrl: ctx.serverUrl, knownHosts: known })
  if (!write) return ctx.output.result({ config: text }, () => text.trimEnd())
  const name = `${new URL(ctx.serverUrl).host.replace(/[^\w.-]/g, '-')}.config`
  await ctx.host.files.replace(join(folder, name), text)
  await include(ctx)
  const [first] = entries
  await ctx.output.result({ written: join(folder, name), hosts: entries.length }, () =>
    first === undefined
      ? 'No instance is running. Start one and run this again.'
      : `Wrote ${entries.length === 1 ? '1 host' : `${entries.length} hosts`}. Connect: ssh ${first.aliases[0]}`,
  )
}

/** Adds the line that includes our files to the user's own, which stays as it is otherwise. */
async function include(ctx: Ctx): Promise<void> {
  const file = join(ctx.host.home, '.ssh', 'config')
  const before = (await ctx.host.readFile(file)) ?? ''
  const after = withInclude(before, includeLine)
  if (after !== before) await ctx.host.files.replace(file, after)
}

/** The entries of instances whose host key is known: those that run, and those that were asked before. */
async function entriesOf(
  ctx: Ctx,
  instances: readonly Instance[],
  before: ReadonlyMap<string, HostKey>,
): Promise<HostEntry[]> {
  const entries: HostEntry[] = []
  for (const { id, label, state } of instances) {
    const known = before.get(id)
    const key = state === 'running' ? await readKey(ctx, { id, label, known }) : known
    if (key === undefined) ctx.output.note(`${label} is left out: ${whyNot(state)}`)
    else entries.push({ id, aliases: aliasesOf(id, label), key })
  }
  return entries
}

async function readKey(
  ctx: Ctx,
  { id, label, known }: { id: string; label: string; known: HostKey | undefined },
): Promise<HostKey | undefined> {
  try {
    const { public_key: publicKey, user } = await ctx.client.ssh.server({
      params: { id },
      signal: ctx.signal,
    })
    const key = { publicKey, user }
    if (!isPlainKey(id, key))
      throw new FailedError(`The machine of ${label} reports no valid host key.`)
    if (known !== undefined && known.publicKey !== publicKey) throw new FailedError(changed(label))
    return key
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    ctx.output.note(`${label}: ${error.message}`)
    return known
  }
}

function changed(label: string): string {
  return `The host key of ${label} has changed. Either its files were removed inside the instance, or someone else answers in its place. To accept the new key, remove its line from ~/.ssh/gridloom/known_hosts.`
}

function whyNot(state: Instance['state']): string {
  return state === 'running' ? 'it has no host key.' : `it is ${state}.`
}

/** Labels may have characters that mean something in ssh_config. */
function aliasesOf(id: string, label: string): string[] {
  return /^[A-Za-z0-9][\w.-]*$/.test(label) ? [`${label}.gridloom`, id] : [id]
}
