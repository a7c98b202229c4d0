import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { addMove } from './move-instance.ts'

export function addStop(program: Command, open: Open): void {
  addMove(program, open, {
    name: 'stop',
    summary: 'stop an instance and keep its disk',
    description: 'Stop an instance. Its disk is kept and charged at the stopped price.',
    goal: 'stopped',
    ask: ({ client, signal }, id) => client.instances.stop({ params: { id }, signal }),
  })
}
