import type { EngineApi } from './engine-api.ts'
import { CreatedExec, ExecInspected } from './engine-shapes.ts'
import { killFromHost } from './kill-process.ts'

/** How often, and at which interval, the engine is polled before its answer counts as unknown. */
const asks = { times: 120, everyMs: 25 }

/** One command of the engine, and how to poll it. */
export interface ExecAsk {
  id: string
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}

/** Registers a command with a container, without starting it. Returns its id. */
export async function makeExec(api: EngineApi, name: string, body: unknown): Promise<string> {
  const made = await api.json({ method: 'POST', path: `/containers/${name}/exec`, body })
  return CreatedExec.parse(made).Id
}

/** Returns the exit code, which the engine has shortly after the end of the output; `null` if it never reports one. */
export async function execExitCode(api: EngineApi, ask: ExecAsk): Promise<number | null> {
  const found = await askUntil(api, ask, ({ Running }) => !Running)
  return found?.ExitCode ?? null
}

/** Returns a running command; `undefined` if it has ended. If it has not started yet, waits for its start first. */
export async function runningExec(
  api: EngineApi,
  ask: ExecAsk,
): Promise<(ExecInspected & { Pid: number }) | undefined> {
  const found = await askUntil(api, ask, hasBegun)
  return found?.Running && found.Pid ? { ...found, Pid: found.Pid } : undefined
}

/** Kills a command and its group. If the command has not started yet, waits for its start first. */
export async function killExec(api: EngineApi, ask: ExecAsk): Promise<void> {
  const found = await runningExec(api, ask)
  if (found === undefined) return
  const inner = await killFromHost(found.Pid, found.ContainerID)
  if (inner === undefined) return
  const command = ['/bin/sh', '-c', 'kill -KILL -- "-$1"', 'gridloom-kill', String(inner)]
  const made = await makeExec(api, found.ContainerID, { Cmd: command })
  const body = { Detach: true }
  await api.json({ method: 'POST', path: `/exec/${made}/start`, body, signal: ask.signal })
}

function hasBegun({ Running, Pid, ExitCode }: ExecInspected): boolean {
  return Running ? Boolean(Pid) : ExitCode !== null
}

async function askUntil(
  api: EngineApi,
  { id, sleep, signal }: ExecAsk,
  isIt: (found: ExecInspected) => boolean,
): Promise<ExecInspected | undefined> {
  for (let asked = 0; asked < asks.times; asked += 1) {
    const path = `/exec/${id}/json`
    const found = ExecInspected.parse(await api.json({ method: 'GET', path, signal }))
    if (isIt(found)) return found
    await sleep(asks.everyMs, signal)
  }
  return undefined
}
