import { describe, expect, it } from 'vitest'
import { type Exit, type ExitConclusion, explainExit } from './ending.ts'

describe('explainExit', () => {
  it('reports an entry point that exits with 0 as stopped, not failed', () => {
    const { phase, reason } = endOf(anExit({ launchMode: 'entrypoint', code: 0 }))
    expect({ phase, code: reason.code, exit: reason.exit_code }).toEqual({
      phase: 'stopped',
      code: 'exited',
      exit: 0,
    })
  })

  it.each(['shell', 'entrypoint'] as const)(
    'reports exit code 3 in %s mode as failed',
    (launchMode) => {
      const { phase, reason } = endOf(anExit({ launchMode, code: 3 }))
      expect({ phase, code: reason.code }).toEqual({ phase: 'failed', code: 'exited' })
    },
  )

  it('reports a shell container that exits with 0 as failed', () => {
    expect(endOf(anExit({ launchMode: 'shell', code: 0 })).phase).toBe('failed')
  })

  it('quotes the last lines of a start script that failed', () => {
    const lastLines = ['apt: no network', '', 'giving up']
    const { reason } = endOf(anExit({ inStartScript: true, code: 7, lastLines }))
    expect(reason).toEqual({
      code: 'start_script_failed',
      exit_code: 7,
      text: 'The start script exited with code 7. Last log lines:\napt: no network\ngiving up',
    })
  })

  it('reports out of memory before any other cause', () => {
    const exit = anExit({ outOfMemory: true, inStartScript: true, code: 137, memoryMib: 512 })
    expect(endOf(exit).reason).toMatchObject({
      code: 'out_of_memory',
      text: 'The container exceeded its memory limit of 512 MiB and was killed.',
    })
  })
})

function endOf(exit: Exit): Extract<ExitConclusion, { kind: 'ended' }> {
  const conclusion = explainExit(exit)
  if (conclusion.kind === 'interrupted') throw new Error('it starts again')
  return conclusion
}

function anExit(exit: Partial<Exit>): Exit {
  return {
    code: 1,
    outOfMemory: false,
    launchMode: 'shell',
    inStartScript: false,
    memoryMib: 256,
    endedWith: undefined,
    endedWhileAway: false,
    restartPolicy: 'on_machine_restart',
    lastLines: [],
    ...exit,
  }
}
