import { NewBackupPlan } from '@gridloom/contract/backups/backup'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { several } from '../../input/parse-values.ts'
import { usageProblem } from '../../input/usage-problem.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { findVolume } from '../../resolve/find-volume.ts'
import { kept, secretIn } from './plan-options.ts'

interface CreateOptions {
  volume?: string
  at?: string
  timeZone: string
  exclude?: string[]
  keepLast: number
  keepDaily: number
  keepWeekly: number
  keepMonthly: number
  passwordFile?: string
  s3?: string
  s3Region?: string
  s3Key?: string
  s3SecretFile?: string
}

export function addCreateBackup(backups: Command, open: Open): void {
  backups
    .command('create')
    .argument('<name>', 'name of the plan')
    .argument('[instance]', 'label, ID, or start or end of an ID; not with --volume')
    .argument('[path...]', 'absolute paths in the instance, or below the root of the volume')
    .summary('create a backup plan')
    .description(
      'Create a plan that backs up paths of an instance, or a volume, attached or not. Its password encrypts everything, is needed to read a bucket of your own with restic, and is shown only once.',
    )
    .option('--volume <volume>', 'back up a volume, all of it unless paths are named')
    .option(
      '--at <cron>',
      'when: minute, hour, day of month, month, day of week (default: by hand)',
    )
    .option('--time-zone <zone>', 'time zone of --at', 'UTC')
    .option('--exclude <pattern>', 'leave files out; repeat for several', several)
    .option('--keep-last <n>', 'recovery points that stay', kept('--keep-last'), 0)
    .option('--keep-daily <n>', 'days with a recovery point', kept('--keep-daily'), 7)
    .option('--keep-weekly <n>', 'weeks with a recovery point', kept('--keep-weekly'), 4)
    .option('--keep-monthly <n>', 'months with a recovery point', kept('--keep-monthly'), 6)
    .option('--password-file <file>', 'file with the password (default: one is made)')
    .option('--s3 <url>', 'bucket of your own: https://HOST/BUCKET/PREFIX')
    .option('--s3-region <region>', 'region of the bucket')
    .option('--s3-key <id>', 'access key ID for the bucket')
    .option('--s3-secret-file <file>', 'file with the secret access key (default: it is asked for)')
    .addHelpText(
      'after',
      examples(
        'backups create nightly training /data --at "0 3 * * *" --time-zone Europe/Berlin',
        'backups create nightly --volume datasets --at "0 3 * * *"',
        'backups create own training /root --s3 https://s3.eu-central-1.amazonaws.com/backups/web --s3-key AKIA…',
      ),
    )
    .action(
      (
        name: string,
        instance: string | undefined,
        paths: string[],
        options: CreateOptions,
        command: Command,
      ) =>
        createBackup(open(command), {
          ...{ name, options },
          words: instance === undefined ? [] : [instance, ...paths],
        }),
    )
}

/** What is backed up: paths of an instance, or of a volume. */
async function sourceOf(
  ctx: Ctx,
  words: readonly string[],
  { volume }: CreateOptions,
): Promise<Pick<NewBackupPlan, 'instance_id' | 'volume_id' | 'paths'>> {
  if (volume !== undefined) {
    const { id } = await findVolume(ctx, volume)
    return { volume_id: id, paths: words.length === 0 ? ['/'] : [...words] }
  }
  const [instance, ...paths] = words
  if (instance === undefined || paths.length === 0)
    throw new UsageError('Name an instance and its paths, or a volume with --volume.')
  const { id } = await findInstance(ctx, instance)
  return { instance_id: id, paths }
}

async function createBackup(
  ctx: Ctx,
  { name, words, options }: { name: string; words: readonly string[]; options: CreateOptions },
): Promise<void> {
  const { passwordFile, at } = options
  const parsed = NewBackupPlan.safeParse({
    ...{ name, ...(await sourceOf(ctx, words, options)), excludes: options.exclude ?? [] },
    schedule: at === undefined ? null : { at, time_zone: options.timeZone },
    retention: {
      last: options.keepLast,
      daily: options.keepDaily,
      weekly: options.keepWeekly,
      monthly: options.keepMonthly,
    },
    destination: await destinationOf(ctx, options),
    ...(passwordFile === undefined ? {} : { password: await secretIn(ctx, passwordFile) }),
  })
  if (!parsed.success) throw usageProblem(parsed.error)
  const created = await ctx.client.backups.create({ body: parsed.data, signal: ctx.signal })
  const { password, plan } = created
  if (password !== null)
    ctx.output.note(
      "Save this password now. You won't be able to see it again, and nobody can read a bucket of yours without it:",
    )
  await ctx.output.result(
    created,
    () => password ?? `Created ${plan.name}. Back up now: gridloom backups run ${plan.name}`,
  )
}

async function destinationOf(ctx: Ctx, options: CreateOptions): Promise<unknown> {
  const { s3, s3Region = '', s3Key, s3SecretFile } = options
  if (s3 === undefined) return { kind: 'gridloom' }
  if (s3Key === undefined)
    throw new UsageError('Add --s3-key with the access key ID of the bucket.')
  const url = URL.parse(s3)
  if (url === null) throw new UsageError('--s3 must be https://HOST/BUCKET/PREFIX.')
  const [bucket = '', ...prefix] = url.pathname.split('/').filter((part) => part !== '')
  return {
    ...{ kind: 's3', endpoint: url.origin, bucket, prefix: prefix.join('/') },
    ...{ region: s3Region, access_key_id: s3Key },
    secret_access_key: await s3Secret(ctx, s3SecretFile),
  }
}

async function s3Secret(ctx: Ctx, file: string | undefined): Promise<string> {
  if (file !== undefined) return secretIn(ctx, file)
  if (!ctx.host.interactive)
    throw new UsageError('Add --s3-secret-file with the secret access key of the bucket.')
  return ctx.host.prompts.secret({ message: 'Secret access key of the bucket' })
}
