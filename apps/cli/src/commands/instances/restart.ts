import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { addMove } from './move-instance.ts'

export function addRestart(program: Command, open: Open): void {
  addMove(program, open, {
    name: 'restart',
    summary: 'restart an instance',
    description: 'Stop an instance and start it again.',
    goal: 'ready',
    ask: ({ client, signal }, id) => client.instances.restart({ params: { id }, signal }),
  })
}
