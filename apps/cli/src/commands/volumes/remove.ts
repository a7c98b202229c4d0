import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findVolume } from '../../resolve/find-volume.ts'

export function addRemoveVolume(volumes: Command, open: Open): void {
  volumes
    .command('rm')
    .argument('<volume>', 'name, ID, or start or end of an ID')
    .summary('delete a volume')
    .description("Delete a volume with its data. This can't be undone.")
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('volumes rm datasets --yes'))
    .action(async (wanted: string, { yes }: { yes?: boolean }, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findVolume(ctx, wanted)
      if (!yes) {
        if (!ctx.host.interactive || ctx.output.format === 'json')
          throw new UsageError('This deletes the volume. Add --yes to skip the confirmation.')
        const message = `Permanently delete ${name} with its data?`
        if ((await ctx.host.prompts.confirm({ message })) === 'no')
          throw new CancelledError('Aborted. Nothing was deleted.')
      }
      await ctx.client.volumes.remove({ params: { id }, signal: ctx.signal })
      await ctx.output.result({}, () => `Deleted ${name}.`)
    })
}
