import { join } from 'node:path'
import { certificateSeconds, type SshCertificate } from '@gridloom/contract/ssh/certificate'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findInstances } from '../../resolve/find-instance.ts'
import { makeSshKey } from './make-ssh-key.ts'
import { parseValidity } from './parse-validity.ts'

interface SshCertOptions {
  key?: string
  valid: number
}

export function addSshCert(program: Command, open: Open): void {
  program
    .command('ssh-cert')
    .argument('[instances...]', 'labels, IDs, or starts or ends of IDs (default: all)')
    .summary('create an SSH certificate for some minutes')
    .description(
      'Sign an SSH key so that it opens your instances for some minutes, without adding it to your account. Without --key, a new key is made for it in ~/.ssh/gridloom. Connections end when you sign out.',
    )
    .option('--key <file>', 'public key to sign; the certificate is stored beside it')
    .option(
      '--valid <time>',
      'how long new connections are accepted, 1m to 12h',
      parseValidity,
      certificateSeconds.usual,
    )
    .addHelpText(
      'after',
      examples('ssh-cert', 'ssh-cert trial --valid 1h --key ~/.ssh/id_ed25519.pub'),
    )
    .action((instances: string[], options: SshCertOptions, command: Command) =>
      createSshCert(open(command), instances, options),
    )
}

async function createSshCert(
  ctx: Ctx,
  wanted: readonly string[],
  { key, valid }: SshCertOptions,
): Promise<void> {
  const instanceIds = (wanted.length > 0 ? await findInstances(ctx, wanted) : []).map(
    ({ id }) => id,
  )
  const identity = key === undefined ? await newKey(ctx) : await givenKey(ctx, key)
  const signed = await ctx.client.ssh.certificate({
    body: {
      public_key: identity.publicKey,
      valid_s: valid,
      ...(instanceIds.length === 0 ? {} : { instance_ids: instanceIds }),
    },
    signal: ctx.signal,
  })
  // ssh looks for it there, beside the key.
  await ctx.host.files.replace(`${identity.file}-cert.pub`, `${signed.certificate}\n`)
  await ctx.output.result({ ...signed, file: identity.file }, () => said(signed, identity.file))
}

function said({ expires_at, instance_ids: ids, serial }: SshCertificate, file: string): string {
  const count = ids.length === 1 ? '1 instance' : `${ids.length} instances`
  return [
    `Certificate ${serial} for ${count}, until ${expires_at}.`,
    `Use it with: ssh -i ${file}`,
  ].join('\n')
}

/** A key in files: the private half in `file`, unless a device or an SSH agent has it. */
interface Identity {
  file: string
  publicKey: string
}

async function newKey(ctx: Ctx): Promise<Identity> {
  const file = join(ctx.host.home, '.ssh', 'gridloom', 'id_ed25519')
  const { privateKey, publicKey } = makeSshKey()
  await ctx.host.files.replace(file, privateKey)
  await ctx.host.files.replace(`${file}.pub`, `${publicKey}\n`)
  return { file, publicKey }
}

async function givenKey(ctx: Ctx, file: string): Promise<Identity> {
  if (!file.endsWith('.pub')) throw new UsageError('--key must name a public key, such as id.pub.')
  const publicKey = (await ctx.host.readFile(file))?.trim()
  if (publicKey === undefined) throw new NotFoundError(`File ${file} not found.`)
  return { file: file.slice(0, -'.pub'.length), publicKey }
}
