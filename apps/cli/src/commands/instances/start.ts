import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { addMove } from './move-instance.ts'

export function addStart(program: Command, open: Open): void {
  addMove(program, open, {
    name: 'start',
    summary: 'start a stopped instance',
    description: 'Start a stopped instance with its existing disk.',
    goal: 'ready',
    ask: ({ client, signal }, id) => client.instances.start({ params: { id }, signal }),
  })
}
