import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import type { RenderLimits } from '../renderer.ts'
import { startBlender } from './blender-process.ts'
import { createBlenderLog } from './log.ts'

describe('a Blender process', () => {
  it('passes on its output until it answers, for each order', async () => {
    await using test = setup(`while read order; do echo "got $order"; ${answer('done')}; done`)
    expect(await test.ask({ do: 'render' })).toEqual({ event: 'done', seconds: 1, bytes: 0 })
    expect(await test.ask({ do: 'merge' })).toEqual({ event: 'done', seconds: 1, bytes: 0 })
    expect(test.lines).toEqual(['got {"do":"render"}', 'got {"do":"merge"}'])
    expect(test.process.isAlive()).toBe(true)
  })

  it('may answer without an order', async () => {
    await using test = setup(`echo loading; ${answer('opened')}; cat`)
    expect(await test.ask(undefined)).toEqual({ event: 'opened' })
    expect(test.log.text()).toBe('loading\n')
  })

  it('ignores answers without the marker', async () => {
    await using test = setup(`echo '@x {"event":"opened"}'; ${answer('done')}; cat`)
    expect(await test.ask(undefined)).toMatchObject({ event: 'done' })
    expect(test.lines).toEqual(['@x {"event":"opened"}'])
  })

  it('reports its exit once it ended by itself, and to every later order', async () => {
    await using test = setup('echo on the way; echo lost >&2; exit 3')
    const ended = { event: 'exited', ending: 'exit code 3' }
    expect(await test.ask({ do: 'render' })).toEqual(ended)
    expect(await test.ask({ do: 'render' })).toEqual(ended)
    expect(test.process.isAlive()).toBe(false)
    expect(test.log.lastLines(2).sort()).toEqual(['lost', 'on the way'])
  })

  it('reports the signal that ended it, also through a sandbox', async () => {
    await using direct = setup('kill -SEGV $$')
    expect(await direct.ask(undefined)).toEqual({ event: 'exited', ending: 'signal SIGSEGV' })
    await using through = setup('exit 139')
    expect(await through.ask(undefined)).toEqual({ event: 'exited', ending: 'signal 11' })
  })

  it('is killed by the signal, also if that aborted before', async () => {
    const stopped = { event: 'killed', why: 'stopped' }
    await using waiting = setup('exec cat')
    const stop = new AbortController()
    const asked = waiting.ask(undefined, stop.signal)
    stop.abort()
    expect(await asked).toEqual(stopped)
    await using never = setup('exec cat')
    expect(await never.ask(undefined, AbortSignal.abort())).toEqual(stopped)
  })

  it('is killed for silence', async () => {
    await using test = setup('exec sleep 60', { no_progress_s_max: 0.2 })
    expect(await test.ask(undefined)).toEqual({ event: 'killed', why: 'no_progress' })
  })

  it('is reported as killed for memory if the kernel did that, and leaves its sandbox', async () => {
    await using test = setup('kill -KILL $$', {}, { ranOutOfMemory: true })
    expect(await test.ask(undefined)).toEqual({ event: 'killed', why: 'out_of_memory' })
    expect(test.process.memoryPeakMib()).toBeGreaterThanOrEqual(1_000)
    expect(test.hasLeft()).toBe(true)
  })

  it('has pictures beside its answers, and ends even if they are not read', async () => {
    await using test = setup(`head -c 300000 /dev/zero >&4 & ${answer('done', 3)}; wait; exec cat`)
    expect(await test.ask(undefined)).toMatchObject({ event: 'done', bytes: 3 })
    expect(test.process.pictures.readable).toBe(true)
    expect(await test.process.end()).toEqual({ event: 'killed', why: 'stopped' })
  })

  it('reports a program that cannot be started', async () => {
    await using test = setup('', {}, { argv: ['/no/such/program'] })
    expect(await test.ask(undefined)).toEqual({ event: 'exited', ending: 'exit code 127' })
    expect(test.log.text()).toContain('/no/such/program')
  })
})

/** Returns a shell command that prints an answer after the marker. */
function answer(event: 'opened' | 'done', bytes = 0): string {
  return `echo '@m {"event":"${event}","seconds":1,"bytes":${bytes}}'`
}

function setup(
  script: string,
  limits: Partial<RenderLimits> = {},
  { argv, ranOutOfMemory = false }: { argv?: string[]; ranOutOfMemory?: boolean } = {},
) {
  let hasLeft = false
  const log = createBlenderLog([])
  const lines: string[] = []
  const started = startBlender({
    entry: {
      argv: argv ?? ['sh', '-c', script],
      seccomp: new Uint8Array(),
      ranOutOfMemory: () => ranOutOfMemory,
      leave: async () => {
        hasLeft = true
      },
    },
    ...{ marker: '@m', memoryMibMax: 1_000 },
    limits: {
      ...{ piece_s_max: 60, no_progress_s_max: 60 },
      ...{ memory_mib_max: null, output_bytes_max: 1e6 },
      ...limits,
    },
    ...{ log, clock: systemClock },
  })
  return {
    ...{ process: started, lines, log, hasLeft: () => hasLeft },
    ask: (order: object | undefined, signal = new AbortController().signal) =>
      started.ask(order, (line) => lines.push(line), signal),
    [Symbol.asyncDispose]: async () => void (await started.end()),
  }
}
