import { isAbort } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ExecExit } from '@gridloom/contract/instances/exec'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { clockNowMs } from '../../../browser/clock.ts'
import {
  createOutputReader,
  type OutputPart,
  type PlacedPart,
  shellCommand,
  withPart,
} from './exec-output.ts'

/** One command that was run here, with its output and outcome. */
export interface Run {
  readonly number: number
  readonly line: string
  readonly output: readonly PlacedPart[]
  readonly tookMs: number | undefined
  readonly end: ExecExit | { readonly ended: 'failed'; readonly text: string } | undefined
}

const timeoutS = 600

/** Runs commands inside the instance, one at a time; leaving the screen cancels a running one. */
export function useExec(id: InstanceId) {
  const client = useClient()
  const [runs, setRuns] = useState<readonly Run[]>([])
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  function change(number: number, part: (run: Run) => Partial<Run>): void {
    setRuns((all) => all.map((run) => (run.number === number ? { ...run, ...part(run) } : run)))
  }

  async function run(line: string): Promise<void> {
    const stop = new AbortController()
    const number = runs.length + 1
    const startedMs = clockNowMs()
    running.current = stop
    setRuns((all) => [...all, { number, line, output: [], tookMs: undefined, end: undefined }])
    try {
      for await (const part of followRun(client, { id, line, signal: stop.signal })) {
        change(number, part)
      }
    } catch (error) {
      change(number, () => ({ end: { ended: 'failed', text: wordsOf(error) } }))
    }
    change(number, ({ end = cancelled }) => ({ tookMs: clockNowMs() - startedMs, end }))
  }

  const last = runs.at(-1)
  return {
    runs,
    busy: last !== undefined && last.tookMs === undefined,
    run,
    cancel: () => running.current?.abort(),
    clear: () => setRuns([]),
  }
}

interface RunInput {
  readonly id: InstanceId
  readonly line: string
  readonly signal: AbortSignal
}

/** Yields an update of the run for each event of a command's stream. */
async function* followRun(client: Client, { id, line, signal }: RunInput) {
  const read = createOutputReader()
  const body = { command: shellCommand(line), timeout_s: timeoutS }
  for await (const event of client.instances.exec({ params: { id }, body, signal })) {
    yield event.event === 'exit' ? () => ({ end: event.data }) : withOutput(read(event.data))
  }
}

function withOutput(part: OutputPart) {
  return ({ output }: Run) => ({ output: withPart(output, part) })
}

const cancelled = { ended: 'failed', text: 'Cancelled' } as const

function wordsOf(error: unknown): string {
  return error instanceof Error && !isAbort(error) ? error.message : cancelled.text
}
