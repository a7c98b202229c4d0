import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { instanceName } from './wait-for-instance.ts'

export function addNote(program: Command, open: Open): void {
  program
    .command('note')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('[text]', 'new note, at most 2,000 characters; "" removes it')
    .summary('show or change the note of an instance')
    .description('Show the note of an instance, or replace it.')
    .addHelpText('after', examples('note trial', 'note trial "Nightly training, keep until June"'))
    .action((wanted: string, text: string | undefined, _options: object, command: Command) =>
      noteInstance(open(command), wanted, text),
    )
}

async function noteInstance(ctx: Ctx, wanted: string, note: string | undefined): Promise<void> {
  const instance = await findInstance(ctx, wanted, 'all')
  if (note === undefined) {
    const text = instance.note || `${instanceName(instance)} has no note.`
    await ctx.output.result({ note: instance.note }, () => text)
    return
  }
  const params = { id: instance.id }
  const changed = await ctx.client.instances.change({ params, body: { note }, signal: ctx.signal })
  const done = note === '' ? 'Removed' : 'Changed'
  await ctx.output.result(changed, () => `${done} the note of ${instanceName(changed)}.`)
}
